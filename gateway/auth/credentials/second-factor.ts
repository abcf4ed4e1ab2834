import { Refusal } from '#shared/refusal.ts'
import { appendEvent } from '../../audit/store.ts'
import { atomically } from '../../db/database.ts'
import type { World } from '../../world/world.ts'
import type { Caller } from '../caller.ts'
import type { RequestContext } from '../request-context.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { acceptTotp } from './totp.ts'

const digitsOf = (code: string) => code.replace(/\s/g, '')

/** Whether this looks like a code of the authenticator app: six digits. */
export const isAppCode = (code: string) => /^\d{6}$/.test(digitsOf(code))

/** Where a code comes from, and the credential where the caller is signed in already. */
type From = Pick<RequestContext, 'address'> & Partial<Pick<Caller, 'credential'>>

/** Accepts six digits of the authenticator app, or a recovery code; each of either only once. */
export async function requireSecondFactor(world: World, accountId: string, code: string, from: From): Promise<void> {
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
  { address, credential }: From,
): Promise<boolean> {
  return atomically(world.db, async (db) => {
    if (!(await useRecoveryCode(db, world.keys, accountId, code))) return false
    await appendEvent(
      { ...world, db },
      {
        type: 'recovery_code.used',
        outcome: 'ok',
        accountId,
        credentialType: credential?.type ?? null,
        credentialId: credential?.id ?? null,
        address,
        subject: null,
      },
    )
    return true
  })
}
