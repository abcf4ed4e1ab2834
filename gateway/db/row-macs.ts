import type { Keyring, TokenHash } from '../crypto/keyring.ts'
import type { Database, Db } from './database.ts'
import type { Schema } from './schema.ts'

/**
 * Of each table the columns that decide whose a row is and what it allows. Whoever can only write the database can
 * otherwise become any account: one `UPDATE` of `account_id` would do. (What must change while it is used, such as a
 * counter or the time of the last use, is not among them.)
 */
const covered = {
  api_keys: ['id', 'account_id', 'hash', 'scopes', 'wallet_ids', 'created_at', 'expires_at', 'revoked_at'],
  sessions: ['id', 'account_id', 'hash', 'extension_origin', 'created_at', 'expires_at'],
  passkeys: ['id', 'account_id', 'credential_id', 'public_key', 'created_at'],
  wallets: ['id', 'account_id', 'address', 'type', 'created_at'],
} as const

export type MacTable = keyof typeof covered
type Row<T extends MacTable> = Pick<Schema[T], (typeof covered)[T][number] & keyof Schema[T]>

/** Under the pepper, which is not in the file unsealed. */
export function rowMac<T extends MacTable>(keys: Keyring, table: T, row: Row<T>): TokenHash {
  const values = covered[table].map((column) => (row as Record<string, unknown>)[column] ?? null)
  return keys.hash(`row:${table}`, JSON.stringify(values))
}

/** Somebody else than this gateway has written a row. */
export class AlteredRow extends Error {
  constructor(table: MacTable, id: string) {
    super(`The row ${id} of ${table} was not written by this gateway: somebody has altered the database.`)
    this.name = 'AlteredRow'
  }
}

/** Throws `AlteredRow`. */
export function checkRow<T extends MacTable>(keys: Keyring, table: T, row: Row<T> & { mac: TokenHash | null }): void {
  if (row.mac !== rowMac(keys, table, row)) throw new AlteredRow(table, String((row as unknown as { id: string }).id))
}

const MARK = 'row-macs'

/**
 * Gives their MAC to rows that an older version wrote. Once: afterwards a row without one is an altered row, and so is
 * every row where somebody took the mark away, since the mark says so itself.
 */
export async function macOldRows(db: Db, keys: Keyring): Promise<void> {
  const mark = keys.hash(MARK, 'made')
  const found = await db.selectFrom('secrets').select('value').where('name', '=', MARK).executeTakeFirst()
  if (found?.value === mark) return
  for (const table of Object.keys(covered) as MacTable[]) {
    const rows = await (db as Database).selectFrom(table).selectAll().where('mac', 'is', null).execute()
    for (const row of rows) {
      const mac = rowMac(keys, table, row as Row<typeof table>)
      await (db as Database).updateTable(table).set({ mac }).where('id', '=', row.id).execute()
    }
  }
  await db
    .insertInto('secrets')
    .values({ name: MARK, value: mark })
    .onConflict((c) => c.doNothing())
    .execute()
}

/** Of every table. Throws `AlteredRow` at the first. */
export async function checkAllRows(db: Db, keys: Keyring): Promise<number> {
  let checked = 0
  for (const table of Object.keys(covered) as MacTable[]) {
    const rows = await (db as Database).selectFrom(table).selectAll().execute()
    for (const row of rows) checkRow(keys, table, row as Row<typeof table> & { mac: TokenHash | null })
    checked += rows.length
  }
  return checked
}
