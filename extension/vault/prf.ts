import { Failed } from '#shared/client-failure.ts'
import { thisBrowserWords } from '../words/en/settings/this-browser.ts'
import { fromBase64, toBase64 } from './base64.ts'

/** A passkey that unlocks. `credentialId` as base64url, `salt` and `prf` as base64. */
export type UnlockPasskey = { credentialId: string; salt: string; prf: string }

const NAME = 'Sotto wallet'
const TIMEOUT_MS = 120_000

/** Makes a passkey of this extension's own and asks it for the first time. No server ever hears of it. */
export async function makeUnlockPasskey(): Promise<UnlockPasskey> {
  const salt = crypto.getRandomValues(new Uint8Array(32))
  const made = await ceremony(() =>
    navigator.credentials.create({
      publicKey: {
        challenge: crypto.getRandomValues(new Uint8Array(32)),
        // Without an ID it belongs to this extension alone.
        rp: { name: NAME },
        user: { id: crypto.getRandomValues(new Uint8Array(16)), name: NAME, displayName: NAME },
        pubKeyCredParams: [
          { type: 'public-key', alg: -7 },
          { type: 'public-key', alg: -257 },
        ],
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        timeout: TIMEOUT_MS,
        extensions: { prf: { eval: { first: salt } } },
      },
    }),
  )
  if (made.getClientExtensionResults().prf?.enabled !== true) throw unfit()
  const passkey = { credentialId: toBase64Url(new Uint8Array(made.rawId)), salt: toBase64(salt) }
  // Many authenticators answer the PRF only when they sign in.
  return { ...passkey, prf: prfIn(made) ?? (await askUnlockPasskey(passkey)) }
}

/** What the passkey's PRF says to the salt, base64: 32 bytes that need the passkey and its owner. */
export async function askUnlockPasskey(passkey: Omit<UnlockPasskey, 'prf'>): Promise<string> {
  const asked = await ceremony(() =>
    navigator.credentials.get({
      publicKey: {
        challenge: crypto.getRandomValues(new Uint8Array(32)),
        allowCredentials: [{ type: 'public-key', id: fromBase64Url(passkey.credentialId) }],
        userVerification: 'required',
        timeout: TIMEOUT_MS,
        extensions: { prf: { eval: { first: fromBase64(passkey.salt) } } },
      },
    }),
  )
  const prf = prfIn(asked)
  if (prf === undefined) throw unfit()
  return prf
}

function prfIn(credential: PublicKeyCredential): string | undefined {
  const first = credential.getClientExtensionResults().prf?.results?.first
  if (first === undefined) return undefined
  const bytes = ArrayBuffer.isView(first)
    ? new Uint8Array(first.buffer, first.byteOffset, first.byteLength)
    : new Uint8Array(first)
  return toBase64(bytes)
}

async function ceremony(work: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await work()
    if (credential instanceof PublicKeyCredential) return credential
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    const given = name === 'NotAllowedError' || name === 'AbortError'
    throw new Failed({ code: given ? 'passkey_not_used' : 'passkey_unknown', message }, error)
  }
  throw new Failed({ code: 'passkey_unknown', message: '' })
}

const unfit = () => new Failed({ code: 'passkey_unfit', message: thisBrowserWords.unfit })

function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'))
}
