import type { Failure } from '#shared/client-failure.ts'
import type { Answers } from '../../background/requests.ts'

export type LockKnown = Answers['vault.state']

/** Until when no password is taken, in milliseconds since 1970; 0 where one is. */
export function pausedUntil(known: LockKnown | undefined, now: number): number {
  return known === undefined || known.throttledFor <= 0 ? 0 : now + known.throttledFor * 1000
}

/** The pause is shown by itself, counted down; a refusal that says no more than that is left out. */
export function isWorthSaying({ code }: Failure): boolean {
  return code !== 'throttled'
}

/** Seconds as a clock shows them: `0:07`, `14:59`. */
export function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
