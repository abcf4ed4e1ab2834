import { createHmac } from 'node:crypto'
import { customAlphabet } from 'nanoid'
import type { Keyring } from '../crypto/keyring.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const DIGITS = `0123456789${LETTERS}`
const REST = 23
/** As many as 23 letters or digits have values. */
const RESTS = 36n ** BigInt(REST)
/** How many identifiers there are: 123.6 bits. */
export const IDS = 26n * RESTS

const letter = customAlphabet(LETTERS, 1)
const rest = customAlphabet(DIGITS, REST)

/** A new identifier of the form of a cuid2: a letter and 23 letters or digits, 123 bits of chance. */
export function newId(): string {
  return letter() + rest()
}

/** An identifier as a number below `IDS`. Undefined of what is not of the form that `newId` gives. */
export function numberOf(id: string): bigint | undefined {
  if (!/^[a-z][0-9a-z]{23}$/.test(id)) return undefined
  const first = BigInt(LETTERS.indexOf(id[0] as string)) * RESTS
  return [...id.slice(1)].reduce((sum, digit) => sum * 36n + BigInt(DIGITS.indexOf(digit)), 0n) + first
}

/** Back again. */
export function idOf(number: bigint): string {
  return LETTERS.charAt(Number(number / RESTS)) + (number % RESTS).toString(36).padStart(REST, '0')
}

/**
 * The identifier of what an account has paid under an `Idempotency-Key`, or burned past the gateway: every copy of this
 * installation's data gives it the same, and it cannot be computed without the secret of tags.
 */
export function derivedId(keys: Pick<Keyring, 'derive'>, accountId: string, key: string): string {
  const mac = createHmac('sha256', keys.derive('tags', 'id', 32)).update(`${accountId}\0${key}`)
  // The MAC has twice as many bits as an identifier, so that no identifier is likelier than another.
  return idOf(BigInt(`0x${mac.digest('hex')}`) % IDS)
}
