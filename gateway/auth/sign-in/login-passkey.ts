import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { PasskeyRequest } from '#shared/api/auth.ts'
import { CHALLENGE_MS } from '#shared/limits.ts'
import { Refusal } from '#shared/refusal.ts'
import { findAccount } from '../../accounts/store.ts'
import type { World } from '../../world/world.ts'
import { answerHash, makeChallenge, takeChallenge } from '../credentials/challenges.ts'
import { findCredential, noteUse } from '../credentials/passkeys.ts'
import { relyingParty } from '../credentials/relying-party.ts'
import { verifyAssertion } from '../credentials/verify-assertion.ts'
import { webauthn } from '../credentials/webauthn.ts'
import type { RequestContext } from '../request-context.ts'
import { signIn } from './sign-in.ts'

/** Options without a list of credentials: the authenticator knows its own, and the answer does not tell who has any. */
export async function passkeyLoginOptions(world: World, context: RequestContext) {
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(world.config, context.port).id,
    userVerification: 'required',
    timeout: CHALLENGE_MS,
  })
  const { id } = await makeChallenge(world, 'sign-in-passkey', { answer: options.challenge })
  return { challengeId: id, options: { ...options } }
}

/** A passkey that verified its user stands for password and code. */
export async function loginPasskey(world: World, input: PasskeyRequest, context: RequestContext) {
  const challenge = await takeChallenge(world, 'sign-in-passkey', input.challengeId)
  const passkey = await findCredential(world.db, world.keys, input.response.id)
  const account = passkey && (await findAccount(world.db, world.keys, passkey.accountId))
  if (challenge === undefined || passkey === undefined || account === undefined) throw new Refusal('invalid_passkey')
  context.audit.accountId = account.id
  const given = input.response as unknown as AuthenticationResponseJSON
  const isChallenge = (answer: string) => answerHash(world, answer) === challenge.answerHash
  const use = await verifyAssertion(world, given, passkey, context, isChallenge)
  return signIn(world, account, context, async (db) => {
    if (!(await noteUse(db, passkey, { ...use, now: world.clock.now() }))) throw new Refusal('invalid_passkey')
  })
}
