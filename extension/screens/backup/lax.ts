import type { Settings } from '../../store/settings.ts'

export type Lax = 'lock' | 'amounts'

/** In which ways settings from elsewhere guard less than those of now. */
export function laxIn({ lock, hideConfidential }: Settings, now: Settings): Lax[] {
  const lax: Lax[] = []
  if (lock.idleMinutes > now.lock.idleMinutes || lock.capHours > now.lock.capHours) lax.push('lock')
  if (!hideConfidential && now.hideConfidential) lax.push('amounts')
  return lax
}
