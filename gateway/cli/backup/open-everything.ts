import { sql } from 'kysely'
import { listAccounts } from '../../accounts/store.ts'
import { type Head, verifyEvents } from '../../audit/store.ts'
import type { Keyring, Place, Sealed } from '../../crypto/keyring.ts'
import type { Database } from '../../db/database.ts'
import { checkAllRows } from '../../db/row-macs.ts'

/** Every column that holds sealed values, and the column that names their row. A test holds this list to the truth. */
export const sealedColumns = [
  ['accounts', 'password_hash', 'id'],
  ['accounts', 'totp_secret', 'id'],
  ['wallets', 'key', 'id'],
  ['transactions', 'amount', 'id'],
  ['transactions', 'error', 'id'],
  ['legs', 'moved', 'id'],
  ['legs', 'reason', 'id'],
  ['attempts', 'raw', 'hash'],
  ['unattributed', 'amount', 'hash'],
  ['unattributed', 'raw', 'hash'],
  ['plaintexts', 'amount', 'handle'],
  ['notary_keys', 'seed', 'fingerprint'],
  ['secrets', 'value', 'name'],
] as const

export type Found = { accounts: number; sealed: number; events: number }

/** Opens every sealed value and recomputes the audit log: what passes here can be lived with. Throws at the first flaw. */
export async function openEverything(db: Database, keys: Keyring, heads: readonly Head[] = []): Promise<Found> {
  await checkAllRows(db, keys)
  let sealed = 0
  for (const [table, column, name] of sealedColumns) {
    const { rows } = await sql<{ row: string; value: Sealed }>`
      select ${sql.ref(name)} as "row", ${sql.ref(column)} as value from ${sql.table(table)}
      where ${sql.ref(column)} is not null and ${sql.ref(column)} <> ''`.execute(db)
    // Among the secrets stand some that the master key seals, which has opened them by now.
    const own = table === 'secrets' ? rows.filter(({ value }) => /^v\d+\./.test(value)) : rows
    for (const { row, value } of own) open(keys, { table, column, row }, value)
    sealed += own.length
  }
  const verdict = await verifyEvents(db, keys, heads)
  if (verdict.is === 'broken') throw new Error(`The audit log is broken at entry ${verdict.at}: ${verdict.why}.`)
  return { accounts: (await listAccounts(db, keys)).length, sealed, events: verdict.events }
}

function open(keys: Keyring, place: Place, value: Sealed): void {
  try {
    keys.open(place, value)
  } catch (cause) {
    const { table, column, row } = place
    throw new Error(`The ${column} in the row ${row} of ${table} cannot be opened: it was altered or damaged.`, {
      cause,
    })
  }
}
