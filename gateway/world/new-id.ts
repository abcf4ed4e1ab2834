import { randomFillSync } from 'node:crypto'

const SIGNS = '0123456789abcdefghijklmnopqrstuvwxyz'
const LETTERS = SIGNS.slice(10)
const LENGTH = 24

const pool = new Uint8Array(4_096)
let used = pool.length

/**
 * A new identifier of the form of a cuid2: a letter and 23 letters or digits, 123 bits of chance. The cuid2 package
 * spends a third of a millisecond on hashing each, which every request would pay for its request ID.
 */
export function newId(): string {
  let id = sign(LETTERS)
  while (id.length < LENGTH) id += sign(SIGNS)
  return id
}

/** Bytes beyond the last whole multiple of the alphabet are thrown away, so that every sign is as likely. */
function sign(alphabet: string): string {
  const limit = 256 - (256 % alphabet.length)
  for (;;) {
    if (used === pool.length) {
      randomFillSync(pool)
      used = 0
    }
    const byte = pool[used++] ?? limit
    if (byte < limit) return alphabet.charAt(byte % alphabet.length)
  }
}
