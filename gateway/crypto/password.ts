import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** The library's number for Argon2id. */
const ARGON2ID = 2

/** Argon2id, 64 MiB, three passes (RFC 9106, section 4, second recommended option, on one lane). */
const options = { algorithm: ARGON2ID, memoryCost: 65_536, timeCost: 3, parallelism: 1 }

/** A PHC string. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), options)
}

export function checkPassword(stored: string, password: string): Promise<boolean> {
  return verify(stored, password.normalize('NFKC'))
}

/** A password to be shown once and changed: 100 bits, without letters that look alike. */
export function randomPassword(): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
  const letters = [...randomBytes(20)].map((byte) => alphabet[byte & 31])
  return [0, 5, 10, 15].map((start) => letters.slice(start, start + 5).join('')).join('-')
}
