import { argon2id } from '@noble/hashes/argon2.js'
import { fromBase64, toBase64 } from './base64.ts'
import type { KeyOfPassword, PasswordKdf } from './kdf.ts'

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

/**
 * The key that a password gives, 32 bytes in base64. Pages derive it, since it takes a quarter of a second and the worker
 * has others to answer; the password itself never leaves the page. The same password typed on another keyboard may come
 * in another Unicode form: NFKC makes them one.
 */
export function passwordKey(password: string, kdf: PasswordKdf): string {
  const options = { t: kdf.passes, m: kdf.memory, p: 1, dkLen: 32 }
  return toBase64(argon2id(new TextEncoder().encode(password.normalize('NFKC')), fromBase64(kdf.salt), options))
}

/** A key under fresh parameters of today, for a new vault or a new password. */
export function newPasswordKey(password: string): KeyOfPassword {
  const kdf = newPasswordKdf()
  return { kdf, key: passwordKey(password, kdf) }
}
