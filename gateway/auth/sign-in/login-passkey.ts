import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server'
import type { PasskeyRequest } from '#shared/api/auth.ts'
import { CHALLENGE_MS } from '#shared/limits.ts'
import { Refusal } from '#shared/refusals.ts'
import { findAccount } from '../../accounts/store.ts'
import type { World } from '../../world/world.ts'
import { answerHash, type Challenge, makeChallenge, takeChallenge } from '../credentials/challenges.ts'
import { findCredential, noteUse, type Passkey } from '../credentials/passkeys.ts'
import { relyingParty } from '../credentials/relying-party.ts'
import type { RequestContext } from '../request-context.ts'
import { signIn } from './sign-in.ts'

/** Options without a list of credentials: the authenticator knows its own, and the answer does not tell who has any. */
export async function passkeyLoginOptions(world: World, context: RequestContext) {
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
  const use = await verified(
    world,
    input.response as unknown as AuthenticationResponseJSON,
    challenge,
    passkey,
    context,
  )
  return signIn(world, account, context, async (db) => {
    if (!(await noteUse(db, passkey, { ...use, now: world.clock.now() }))) throw new Refusal('invalid_passkey')
  })
}

/** WebAuthn Level 3, section 7.2: challenge, origin, relying party, user verification, signature, counter. */
async function verified(
  world: World,
  response: AuthenticationResponseJSON,
  challenge: Challenge,
  passkey: Passkey,
  context: RequestContext,
): Promise<{ counter: number; backedUp: boolean }> {
  const { id: rpId, origins } = relyingParty(world.config, context.port)
  const { userHandle } = response.response
  const owner = Buffer.from(passkey.accountId).toString('base64url')
  if (userHandle !== undefined && userHandle !== owner) throw new Refusal('invalid_passkey')
  const checked = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (answer) => answerHash(world, answer) === challenge.answerHash,
    expectedOrigin: origins,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
    },
  }).catch((cause: unknown) => {
    throw new Refusal('invalid_passkey', { cause })
  })
  if (!checked.verified) throw new Refusal('invalid_passkey')
  return { counter: checked.authenticationInfo.newCounter, backedUp: checked.authenticationInfo.credentialBackedUp }
}
