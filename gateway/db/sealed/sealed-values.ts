import { sql } from 'kysely'
import type { Keyring, Sealed } from '../../crypto/keyring.ts'
import { type Db, withLongStatements } from '../database.ts'
import { keepingMac } from './row-macs.ts'

/** Every column that holds sealed values, and the column that names their row. A test holds this list to the truth. */
export const sealedColumns = [
  ['accounts', 'password_hash', 'id'],
  ['accounts', 'totp_secret', 'id'],
  ['accounts', 'policy', 'id'],
  ['api_keys', 'policy', 'id'],
  ['wallets', 'policy', 'id'],
  ['wallets', 'key', 'id'],
  ['approvals', 'content', 'transaction_id'],
  ['transactions', 'amount', 'id'],
  ['contacts', 'content', 'id'],
  ['batches', 'content', 'id'],
  ['batches', 'totals', 'id'],
  ['batches', 'reason', 'id'],
  ['batch_rows', 'content', 'id'],
  ['batch_rows', 'error', 'id'],
  ['webhooks', 'content', 'id'],
  ['requests', 'content', 'id'],
  ['transactions', 'error', 'id'],
  ['transactions', 'note', 'id'],
  ['legs', 'moved', 'id'],
  ['legs', 'reason', 'id'],
  ['attempts', 'raw', 'hash'],
  ['unattributed', 'amount', 'hash'],
  ['unattributed', 'raw', 'hash'],
  ['plaintexts', 'amount', 'handle'],
  ['notary_keys', 'seed', 'fingerprint'],
  ['secrets', 'value', 'name'],
] as const

type Column = (typeof sealedColumns)[number]

const macTables = { api_keys: 'apiKeys', wallets: 'wallets' } as const

/** A sealed value, and the name of its row. */
export type SealedValue = { row: string; value: Sealed }

/** All of a column. */
export async function valuesIn(db: Db, [table, column, name]: Column): Promise<SealedValue[]> {
  const all = sql<SealedValue>`
    select ${sql.ref(name)} as "row", ${sql.ref(column)} as value from ${sql.table(table)}
    where ${sql.ref(column)} is not null and ${sql.ref(column)} <> ''`
  const { rows } = await withLongStatements(() => all.execute(db))
  // Among the secrets stand some that the master key seals, which has opened them by now.
  return table === 'secrets' ? rows.filter(({ value }) => /^v\d+\./.test(value)) : rows
}

/**
 * Seals values of a column under the newest data key, at most so many, in the order of their rows' names from the one behind
 * `after` on. Belongs into a database transaction. Returns how many, and the last name; undefined where no more follow.
 */
export async function resealSome(
  db: Db,
  keys: Keyring,
  [table, column, name]: Column,
  after: string,
  most: number,
): Promise<{ count: number; last: string | undefined }> {
  const [what, where, from] = [sql.ref(column), sql.ref(name), sql.table(table)]
  const { rows } = await sql<SealedValue>`
    select ${where} as "row", ${what} as value from ${from}
    where ${where} > ${after} and ${what} like 'v%.%' and ${what} not like ${`v${keys.version()}.%`}
    order by ${where} limit ${most}`.execute(db)
  for (const { row, value } of rows) {
    const place = { table, column, row }
    const again = keys.seal(place, keys.open(place, value))
    const write = () =>
      sql`update ${from} set ${what} = ${again} where ${where} = ${row} and ${what} = ${value}`.execute(db)
    // In these tables a MAC covers the sealed columns.
    if (table === 'accounts') await keepingMac(db, keys, table, row, write)
    else if (column === 'policy') await keepingMac(db, keys, macTables[table], row, write)
    else await write()
  }
  return { count: rows.length, last: rows.length < most ? undefined : rows.at(-1)?.row }
}
