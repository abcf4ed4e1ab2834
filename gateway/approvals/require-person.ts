import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { CHALLENGE_MS } from '#shared/limits.ts'
import type { CeremonyResponse } from '#shared/model/sign-in.ts'
import { Refusal } from '#shared/refusal.ts'
import { requireRecent } from '../auth/authorize.ts'
import type { Caller } from '../auth/caller.ts'
import { findCredential, listPasskeys, noteUse } from '../auth/credentials/passkeys.ts'
import { relyingParty } from '../auth/credentials/relying-party.ts'
import { verifyAssertion } from '../auth/credentials/verify-assertion.ts'
import { webauthn } from '../auth/credentials/webauthn.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { World } from '../world/world.ts'

export type Assertion = CeremonyResponse

/** For a passkey of the account, over a challenge that is not of chance: it says what is approved. */
export async function assertionOptions(
  world: World,
  { account }: Caller,
  challenge: string,
  context: RequestContext,
): Promise<{ challenge: string }> {
  const passkeys = await listPasskeys(world.db, account.id)
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(world.config, context.port).id,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    allowCredentials: passkeys.map(({ credentialId: id, transports }) => ({ id, transports: transports as never })),
    userVerification: 'required',
    timeout: CHALLENGE_MS,
  })
  return { ...options }
}

/**
 * Proof that a person approves: of an account that has a passkey its signature over what is approved, which fits no other payment;
 * of others a sign-in that is fresh.
 */
export async function requirePerson(
  world: World,
  caller: Caller,
  { challenge, response }: { challenge: string; response: Assertion | undefined },
  context: RequestContext,
): Promise<void> {
  const { account } = caller
  if ((await listPasskeys(world.db, account.id)).length === 0) return requireRecent(caller, world.clock.now())
  if (response === undefined)
    throw new Refusal('invalid_passkey', { message: 'Approve with a passkey: this account has one.' })
  const passkey = await findCredential(world.db, world.keys, response.id)
  if (passkey === undefined || passkey.accountId !== account.id) throw new Refusal('invalid_passkey')
  const given = response as unknown as AuthenticationResponseJSON
  const use = await verifyAssertion(world, given, passkey, context, (answer) => answer === challenge)
  if (!(await noteUse(world.db, passkey, { ...use, now: world.clock.now() }))) throw new Refusal('invalid_passkey')
}
