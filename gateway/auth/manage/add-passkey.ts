import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { NewPasskey } from '#shared/api/security.ts'
import { CHALLENGE_MS } from '#shared/limits.ts'
import { Refusal } from '#shared/refusal.ts'
import { isDuplicate } from '../../db/database.ts'
import type { World } from '../../world/world.ts'
import { auditedChange } from '../audited-change.ts'
import { requireSession } from '../authorize.ts'
import type { Caller } from '../caller.ts'
import { answerHash, type Challenge, makeChallenge, takeChallenge } from '../credentials/challenges.ts'
import { insertPasskey, listPasskeys, type Passkey } from '../credentials/passkeys.ts'
import { relyingParty } from '../credentials/relying-party.ts'
import { webauthn, webauthnHelpers } from '../credentials/webauthn.ts'
import type { RequestContext } from '../request-context.ts'

/** Ed25519, ES256 and RS256 (COSE), which between them every authenticator knows. */
const ALGORITHMS = [-8, -7, -257]

/** A passkey must be discoverable and verify its user: it replaces e-mail, password and code at once. */
export async function passkeyOptions(world: World, caller: Caller, context: RequestContext) {
  const { account } = caller
  const { id: rpID, name: rpName } = relyingParty(world.config, context.port)
  const known = await listPasskeys(world.db, account.id)
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpID,
    rpName,
    userID: new Uint8Array(Buffer.from(account.id)),
    userName: account.email,
    userDisplayName: account.name || account.email,
    timeout: CHALLENGE_MS,
    excludeCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports })),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const about = { subject: requireSession(caller).id, answer: options.challenge }
  const { id } = await makeChallenge(world, 'add-passkey', about)
  return { challengeId: id, options: { ...options } }
}

/** Only in the session that asked for the options. */
export async function addPasskey(
  world: World,
  caller: Caller,
  input: NewPasskey,
  context: RequestContext,
): Promise<Passkey> {
  const challenge = await takeChallenge(world, 'add-passkey', input.challengeId)
  if (challenge === undefined || challenge.subject !== requireSession(caller).id) throw new Refusal('invalid_passkey')
  const made = await verified(world, input.response as unknown as RegistrationResponseJSON, challenge, context)
  const passkey: Passkey = {
    ...made,
    id: world.newId(),
    accountId: caller.account.id,
    name: input.name,
    createdAt: world.clock.now(),
    lastUsedAt: null,
  }
  const add = auditedChange(world, context, async (db) => {
    await insertPasskey(db, world.keys, passkey)
    context.audit.subject = passkey.id
  })
  await add.catch((error: unknown) => {
    throw isDuplicate(error, 'passkeys')
      ? new Refusal('invalid_passkey', { message: 'This passkey is known already.' })
      : error
  })
  return passkey
}

/** WebAuthn Level 3, section 7.1. Any authenticator that verifies its user will do. */
async function verified(
  world: World,
  response: RegistrationResponseJSON,
  challenge: Challenge,
  context: RequestContext,
): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'backedUp'>> {
  const { id: rpId, origins } = relyingParty(world.config, context.port)
  const { verifyRegistrationResponse } = await webauthn()
  const check = async () =>
    verifyRegistrationResponse({
      response: await withoutAttestation(response),
      expectedChallenge: (answer) => answerHash(world, answer) === challenge.answerHash,
      expectedOrigin: origins,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
  const checked = await check().catch((cause: unknown) => {
    throw new Refusal('invalid_passkey', { cause })
  })
  // Sign-ins name the passkey by the ID of the response, whose length is bounded.
  if (!checked.verified || checked.registrationInfo.credential.id !== response.id) throw new Refusal('invalid_passkey')
  const { credential, credentialBackedUp: backedUp } = checked.registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: transportsIn(credential.transports),
    backedUp,
  }
}

/**
 * The response as an authenticator gives it that is not asked who made it. The library would check certificates in it, which
 * anybody can make, and fetch what they name as lists of revoked ones: any address, with no limit.
 */
async function withoutAttestation(registration: RegistrationResponseJSON): Promise<RegistrationResponseJSON> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await webauthnHelpers()
  const { response } = registration
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject)).get('authData')
  const none = new Map<string, string | Uint8Array | Map<string, string>>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', authData],
  ])
  const attestationObject = isoBase64URL.fromBuffer(isoCBOR.encode(none))
  return { ...registration, response: { ...response, attestationObject } }
}

const TRANSPORTS_MAX = 10

/** The library does not check what a client says of them. */
function transportsIn(said: unknown): string[] {
  const isTransport = (one: unknown): one is string => typeof one === 'string' && /^[a-z-]{1,20}$/.test(one)
  return Array.isArray(said) ? [...new Set(said.filter(isTransport))].slice(0, TRANSPORTS_MAX) : []
}
