import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { Refusal } from '#shared/refusal.ts'
import type { World } from '../../world/world.ts'
import type { RequestContext } from '../request-context.ts'
import type { Passkey } from './passkeys.ts'
import { relyingParty } from './relying-party.ts'
import { webauthn } from './webauthn.ts'

/** WebAuthn Level 3, section 7.2: challenge, origin, relying party, user verification, signature, counter. */
export async function verifyAssertion(
  world: World,
  response: AuthenticationResponseJSON,
  passkey: Passkey,
  context: RequestContext,
  isChallenge: (answer: string) => boolean,
): Promise<{ counter: number; backedUp: boolean }> {
  const { id: rpId, origins } = relyingParty(world.config, context.port)
  const { userHandle } = response.response
  const owner = Buffer.from(passkey.accountId).toString('base64url')
  if (userHandle !== undefined && userHandle !== owner) throw new Refusal('invalid_passkey')
  const { verifyAuthenticationResponse } = await webauthn()
  const checked = await verifyAuthenticationResponse({
    response,
    expectedChallenge: isChallenge,
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
