import type { TotpRequest } from '#shared/api/auth.ts'
import { Refusal } from '#shared/refusal.ts'
import { findAccount } from '../../accounts/store.ts'
import type { World } from '../../world/world.ts'
import { requireEnabled } from '../authorize.ts'
import { findChallenge, spendAttempt, takeChallenge } from '../credentials/challenges.ts'
import { isAppCode, requireSecondFactor } from '../credentials/second-factor.ts'
import { countedProof } from '../login-attempts.ts'
import type { RequestContext } from '../request-context.ts'
import { signIn } from './sign-in.ts'

const OTHER_WAYS = ', or use a recovery code or a passkey'

/** The second step of a password login. Five wrong codes end it; then the password is asked for again. */
export async function loginTotp(world: World, input: TotpRequest, context: RequestContext) {
  const challenge = await findChallenge(world, 'sign-in-totp', input.challengeId)
  const account = challenge?.subject ? await findAccount(world.db, world.keys, challenge.subject) : undefined
  if (account === undefined) throw hasEnded()
  context.audit.accountId = account.id
  requireEnabled(account)
  const prove = async () => {
    if ((await spendAttempt(world, 'sign-in-totp', input.challengeId)) === undefined) throw hasEnded()
    await requireSecondFactor(world, account.id, input.code, context)
  }
  // Six digits can be guessed from many addresses. The other ways in stay open to the owner meanwhile, in this sign-in too.
  if (isAppCode(input.code)) await countedProof(world, `account:${account.id}:code`, prove, OTHER_WAYS)
  else await prove()
  return signIn(world, account, context, async (db) => {
    const taken = await takeChallenge({ ...world, db }, 'sign-in-totp', input.challengeId)
    if (taken === undefined) throw hasEnded()
  })
}

/** Told from a wrong code by its details: no further code can be right. */
function hasEnded(): Refusal {
  return new Refusal('invalid_totp', { message: 'This sign-in has ended. Begin again.', details: { ended: true } })
}
