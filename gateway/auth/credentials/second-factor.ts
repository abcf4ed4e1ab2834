import { Refusal } from '#shared/refusal.ts'
import type { World } from '../../world/world.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { acceptTotp } from './totp.ts'

/** Accepts six digits of the authenticator app, or a recovery code; each of either only once. */
export async function requireSecondFactor(world: World, accountId: string, code: string): Promise<'totp' | 'recovery'> {
  const digits = code.replace(/\s/g, '')
  if (/^\d{6}$/.test(digits)) {
    if (await acceptTotp(world, accountId, digits)) return 'totp'
  } else if (await useRecoveryCode(world.db, world.keys, accountId, code)) return 'recovery'
  throw new Refusal('invalid_totp')
}
