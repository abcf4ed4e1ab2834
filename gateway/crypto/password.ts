import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { slowly } from './bounded-queue.ts'
import type { Keyring, Sealed } from './keyring.ts'
import { passwordCost } from './password-cost.ts'

/** The library's number for Argon2id. */
const ARGON2ID = 2

const options = { algorithm: ARGON2ID, ...passwordCost }

const { memoryCost, timeCost, parallelism } = passwordCost
/** A hash of nothing that anyone could type, made with the same options: checked where there is no account. */
export const HASH_OF_NO_PASSWORD =
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}` +
  '$c290dG8tbm9ib2R5LXNhbHQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/** Anyone who asks for accounts that do not exist waits behind others who do. */
const NO_ACCOUNT = ''

const placeOf = (accountId: string) => ({ table: 'accounts', column: 'password_hash', row: accountId })

/** A PHC string, sealed to its account. */
export async function hashPassword(keys: Keyring, accountId: string, password: string): Promise<Sealed> {
  const phc = await slowly(accountId, () => hash(password.normalize('NFKC'), options))
  return keys.seal(placeOf(accountId), phc)
}

/** Whether this is the account's password. Without an account the answer is no, after the same work. */
export async function checkPassword(
  keys: Keyring,
  account: { id: string; passwordHash: Sealed } | undefined,
  password: string,
): Promise<boolean> {
  const phc = account === undefined ? HASH_OF_NO_PASSWORD : keys.open(placeOf(account.id), account.passwordHash)
  const right = await slowly(account?.id ?? NO_ACCOUNT, () => verify(phc, password.normalize('NFKC')))
  return right && account !== undefined
}

/** Whether two values seal one hash: a rotation of the master key seals each anew. */
export function isSameHash(keys: Keyring, accountId: string, one: Sealed, other: Sealed): boolean {
  return keys.open(placeOf(accountId), one) === keys.open(placeOf(accountId), other)
}

/** A password to be shown once and changed: 100 bits, without letters that look alike. */
export function randomPassword(): string {
  return readable(20)
}

/** Groups of five out of 32 letters and digits that cannot be taken for one another. */
export function readable(length: number): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
  const letters = [...randomBytes(length)].map((byte) => alphabet[byte & 31]).join('')
  return letters.match(/.{1,5}/g)?.join('-') ?? ''
}
