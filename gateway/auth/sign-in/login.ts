import type { LoginRequest } from '#shared/api/auth.ts'
import { Refusal } from '#shared/refusal.ts'
import { findAccount, findPassword, isPassword } from '../../accounts/store.ts'
import { checkPassword } from '../../crypto/password.ts'
import { atomically, type Db } from '../../db/database.ts'
import type { World } from '../../world/world.ts'
import { requireEnabled } from '../authorize.ts'
import { makeChallenge } from '../credentials/challenges.ts'
import type { RequestContext } from '../request-context.ts'
import { signIn } from './sign-in.ts'

/**
 * E-mail and password. An unknown e-mail and a wrong password cost the same and answer the same; where two-factor
 * authentication is on, the right one earns a challenge and no cookie.
 */
export async function login(world: World, input: LoginRequest, context: RequestContext) {
  const known = await findPassword(world.db, world.keys, { email: input.email })
  if (known !== undefined) context.audit.accountId = known.id
  const right = await checkPassword(world.keys, known, input.password)
  const account = right && known !== undefined ? await findAccount(world.db, world.keys, known.id) : undefined
  if (account === undefined || known === undefined) throw new Refusal('invalid_credentials')
  requireEnabled(account)
  const requireStill = async (db: Db) => {
    const now = await findAccount(db, world.keys, account.id)
    const same =
      now?.totpEnabled === account.totpEnabled && (await isPassword(db, world.keys, account.id, known.passwordHash))
    if (!same) throw new Refusal('invalid_credentials')
  }
  if (!account.totpEnabled) return signIn(world, account, context, requireStill)
  const { id, expiresAt } = await atomically(world.db, async (db) => {
    await requireStill(db)
    return makeChallenge({ ...world, db }, 'sign-in-totp', { subject: account.id })
  })
  context.audit.outcome = 'challenge'
  return { challenge: { id, type: 'totp' as const, expiresAt: new Date(expiresAt).toISOString() } }
}
