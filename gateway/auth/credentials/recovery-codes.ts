import { RECOVERY_CODES } from '#shared/limits.ts'
import type { Keyring, TokenHash } from '../../crypto/keyring.ts'
import { readable } from '../../crypto/password.ts'
import type { Db } from '../../db/database.ts'

/** Makes ten codes of 50 random bits, in place of any there were. Only their keyed hashes are kept. */
export async function makeRecoveryCodes(db: Db, keys: Keyring, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => readable(10))
  await db.deleteFrom('recoveryCodes').where('accountId', '=', accountId).execute()
  const rows = codes.map((code) => ({ hash: hashOf(keys, accountId, code), accountId: accountId }))
  await db.insertInto('recoveryCodes').values(rows).execute()
  return codes
}

/** Whether this is an unused code of the account; from now on it is used. */
export async function useRecoveryCode(db: Db, keys: Keyring, accountId: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recoveryCodes')
    .where('hash', '=', hashOf(keys, accountId, code))
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** However it was typed: case, spaces and dashes do not count. */
function hashOf(keys: Keyring, accountId: string, code: string): TokenHash {
  return keys.hash('recovery-code', `${accountId} ${code.toLowerCase().replace(/[\s-]/g, '')}`)
}
