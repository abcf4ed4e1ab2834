import { Refusal } from '#shared/refusal.ts'
import { appendEvent } from '../../audit/store.ts'
import { atomically } from '../../db/database.ts'
import type { World } from '../../world/world.ts'
import type { RequestContext } from '../request-context.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { acceptTotp } from './totp.ts'

const digitsOf = (code: string) => code.replace(/\s/g, '')

/** Whether this looks like a code of the authenticator app: six digits. */
export const isAppCode = (code: string) => /^\d{6}$/.test(digitsOf(code))

/** Accepts six digits of the authenticator app, or a recovery code; each of either only once. */
export async function requireSecondFactor(
  world: World,
  accountId: string,
  code: string,
  from: Pick<RequestContext, 'address'>,
): Promise<void> {
  const accepted = isAppCode(code)
    ? await acceptTotp(world, accountId, digitsOf(code))
    : await spendRecoveryCode(world, accountId, code, from)
  if (!accepted) throw new Refusal('invalid_totp')
}

/** No code is spent that the audit log does not know: its owner may not have spent it. */
function spendRecoveryCode(
  world: World,
  accountId: string,
  code: string,
  { address }: Pick<RequestContext, 'address'>,
): Promise<boolean> {
  return atomically(world.db, async (db) => {
    if (!(await useRecoveryCode(db, world.keys, accountId, code))) return false
    const by = { accountId, credentialType: null, credentialId: null, address, subject: null }
    await appendEvent({ ...world, db }, { ...by, type: 'recovery_code.used', outcome: 'ok' })
    return true
  })
}
