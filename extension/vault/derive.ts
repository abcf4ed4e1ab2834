import { argon2id } from 'hash-wasm'
import { fromBase64, toBase64 } from './base64.ts'
import type { KeyOfPassword, PasswordKdf } from './kdf.ts'

/** OWASP's first choice for Argon2id: 19 MiB, two passes; some 100 ms on a slow core. */
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
 * The key that a password gives, 32 bytes in base64. Pages derive it: the password never leaves the page, and the worker has
 * others to answer. The same password typed on another keyboard may come in another Unicode form: NFKC makes them one.
 */
export async function passwordKey(password: string, kdf: PasswordKdf): Promise<string> {
  return toBase64(await keyOf(password, fromBase64(kdf.salt), kdf))
}

/** A key under fresh parameters of today, for a new vault or a new password. */
export async function newPasswordKey(password: string): Promise<KeyOfPassword> {
  const kdf = newPasswordKdf()
  return { kdf, key: await passwordKey(password, kdf) }
}

/**
 * Argon2id on one lane, 32 bytes. `memory` in KiB. WebAssembly takes a tenth of the time of JavaScript, which is for browsers
 * whose settings turn WebAssembly off.
 */
export async function keyOf(
  password: string,
  salt: Uint8Array,
  { memory, passes }: Pick<PasswordKdf, 'memory' | 'passes'>,
): Promise<Uint8Array> {
  const bytes = new TextEncoder().encode(password.normalize('NFKC'))
  if (typeof WebAssembly === 'undefined') {
    const { argon2idAsync } = await import('@noble/hashes/argon2.js')
    return argon2idAsync(bytes, salt, { m: memory, t: passes, p: 1, dkLen: 32 })
  }
  const cost = { memorySize: memory, iterations: passes, parallelism: 1, hashLength: 32 }
  return argon2id({ ...cost, password: bytes, salt, outputType: 'binary' })
}
