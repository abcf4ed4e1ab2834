import { argon2id } from '@noble/hashes/argon2.js'
import { fromBase64, toBase64 } from './base64.ts'
import type { PasswordKdf } from './kdf.ts'
import { importKey } from './seal.ts'

/** OWASP's first choice for Argon2id: 19 MiB, two passes; about a quarter of a second in a browser. */
const MEMORY = 19_456
const PASSES = 2

export function newPasswordKdf(): PasswordKdf {
  const salt = toBase64(crypto.getRandomValues(new Uint8Array(16)))
  return { name: 'argon2id', version: 1, memory: MEMORY, passes: PASSES, salt }
}

/** Whether stored parameters are weaker than those of today, and should be replaced at the next unlock. */
export function isOutdated(kdf: PasswordKdf): boolean {
  return kdf.memory < MEMORY || kdf.passes < PASSES
}

/** The same password typed on another keyboard may come in another Unicode form: NFKC makes them one. */
export async function keyOfPassword(password: string, kdf: PasswordKdf): Promise<CryptoKey> {
  const options = { t: kdf.passes, m: kdf.memory, p: 1, dkLen: 32 }
  const bytes = argon2id(new TextEncoder().encode(password.normalize('NFKC')), fromBase64(kdf.salt), options)
  return importKey(new Uint8Array(bytes))
}

/** The 32 bytes that a passkey's PRF extension answers, through HKDF (WebAuthn level 3, section 10.1.4). */
export async function keyOfPasskey(prf: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const secret = await crypto.subtle.importKey('raw', prf, 'HKDF', false, ['deriveBits'])
  const info = new TextEncoder().encode('sotto wallet vault 1')
  const bits = await crypto.subtle.deriveBits(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(32), info },
    secret,
    256,
  )
  return importKey(new Uint8Array(bits))
}
