import type { Keyring, Sealed, TokenHash } from '../../crypto/keyring.ts'
import { type Database, type Db, nameInDatabase, withLongStatements } from '../database.ts'
import type { Schema } from '../schema/schema.ts'

/**
 * For each table, the columns that decide who signs in, who owns a row and what the row allows; the first names the row. Anyone
 * who can only write the database can otherwise become any account: one `UPDATE` of `account_id` would do. (What must change at
 * every use, such as a counter or the time of the last use, is not among them, nor what only restricts its own account.)
 */
const covered = {
  accounts: ['id', 'email', 'passwordHash', 'disabledAt', 'totpSecret', 'totpConfirmedAt', 'totpLastStep', 'createdAt'],
  apiKeys: ['id', 'accountId', 'hash', 'scopes', 'walletIds', 'createdAt', 'expiresAt', 'revokedAt'],
  sessions: ['id', 'accountId', 'hash', 'extensionOrigin', 'createdAt', 'expiresAt'],
  challenges: ['hash', 'purpose', 'subject', 'answerHash', 'expiresAt'],
  passkeys: ['id', 'accountId', 'credentialId', 'publicKey', 'createdAt'],
  wallets: ['id', 'accountId', 'address', 'type', 'createdAt'],
} as const

export type MacTable = keyof typeof covered
const tables = Object.keys(covered) as MacTable[]

type Row<T extends MacTable> = Pick<Schema[T], (typeof covered)[T][number] & keyof Schema[T]> & {
  policy?: Sealed | null
}

/** Under the pepper, which is not in the file unsealed. */
export function rowMac<T extends MacTable>(keys: Keyring, table: T, row: Row<T>): TokenHash {
  return macOf(keys, table, coveredText(table, row))
}

const macOf = (keys: Keyring, table: MacTable, text: string) => keys.hash(`row:${nameInDatabase(table)}`, text)

/**
 * A policy is covered too, and only where there is one: so a row without has the MAC that versions before policies gave it, and
 * those refuse a row with one, which they would not keep to.
 */
function coveredText<T extends MacTable>(table: T, row: Row<T>): string {
  const values = covered[table].map((column) => (row as Record<string, unknown>)[column] ?? null)
  return JSON.stringify(row.policy == null ? values : [...values, row.policy])
}

/** Somebody else than this gateway has written a row. */
export class AlteredRow extends Error {
  constructor(table: keyof Schema, name: string) {
    super(
      `The row ${name} of ${nameInDatabase(table)} was not written by this gateway: somebody has altered the database.`,
    )
    this.name = 'AlteredRow'
  }
}

/** Throws `AlteredRow`. */
export function checkRow<T extends MacTable>(keys: Keyring, table: T, row: Row<T> & { mac: TokenHash | null }): void {
  if (checked.get(row) === keys) return
  checkText(keys, table, row)
  if (Object.isFrozen(row)) checked.set(row, keys)
}

/** Rows that were found right and cannot have changed since: those that `db/reader.ts` keeps. */
const checked = new WeakMap<object, Keyring>()

function checkText<T extends MacTable>(keys: Keyring, table: T, row: Row<T> & { mac: TokenHash | null }): void {
  const text = coveredText(table, row)
  const known = seenBy(keys)
  const name = `${table} ${row.mac}`
  if (known.get(name) === text) return
  if (row.mac !== macOf(keys, table, text)) {
    throw new AlteredRow(table, String((row as Record<string, unknown>)[covered[table][0]]))
  }
  if (known.size >= SEEN_MAX) known.clear()
  known.set(name, text)
}

/** What each MAC was found to stand for: every request reads the rows of its key, its account and its wallets again. */
const seen = new WeakMap<Keyring, Map<string, string>>()
const SEEN_MAX = 5_000

function seenBy(keys: Keyring): Map<string, string> {
  const known = seen.get(keys) ?? new Map<string, string>()
  seen.set(keys, known)
  return known
}

const MARK = 'row-macs'

/**
 * Whether every row has had its MAC once: from then on a row without one is an altered row. The mark is a MAC itself;
 * that it is missing means nothing by itself, for anyone who can write the database can take it away.
 */
export async function isMarked(db: Db, keys: Keyring): Promise<boolean> {
  const found = await db.selectFrom('secrets').select('value').where('name', '=', MARK).executeTakeFirst()
  return found?.value === markOf(keys)
}

export async function setMark(db: Db, keys: Keyring): Promise<void> {
  const value = markOf(keys)
  await db
    .insertInto('secrets')
    .values({ name: MARK, value })
    .onConflict((c) => c.column('name').doUpdateSet({ value }))
    .execute()
}

/** Another one for other tables or columns: rows that get a MAC, or another, get it once. */
function markOf(keys: Keyring): TokenHash {
  return keys.hash(MARK, JSON.stringify(covered))
}

/** Gives their MAC to rows that an older version wrote. Only for a database that is known to be one of an older version. */
export async function giveMacs(db: Db, keys: Keyring): Promise<void> {
  for (const table of tables) {
    const rows = await (db as Database).selectFrom(table).selectAll().where('mac', 'is', null).execute()
    for (const row of rows) await setMac(db, table, row, rowMac(keys, table, row as never))
  }
}

async function setMac(db: Db, table: MacTable, row: object, mac: TokenHash): Promise<void> {
  const name = covered[table][0]
  const value = (row as Record<string, never>)[name] as never
  await (db as Database).updateTable(table).set({ mac }).where(name, '=', value).execute()
}

/** Changes a covered column of a row and its MAC with it. Throws `AlteredRow` before. Belongs into a database transaction. */
export async function keepingMac(
  db: Db,
  keys: Keyring,
  table: MacTable,
  name: string,
  change: () => Promise<unknown>,
): Promise<void> {
  const find = () =>
    (db as Database)
      .selectFrom(table)
      .selectAll()
      .where(covered[table][0], '=', name as never)
      .executeTakeFirstOrThrow()
  checkRow(keys, table, (await find()) as never)
  await change()
  const row = await find()
  await setMac(db, table, row, rowMac(keys, table, row as never))
}

/** Checks the rows of all tables. Throws `AlteredRow` at the first altered one. */
export async function checkAllRows(db: Db, keys: Keyring): Promise<number> {
  let checked = 0
  for (const table of tables) {
    const rows = await withLongStatements(() => (db as Database).selectFrom(table).selectAll().execute())
    for (const row of rows) checkRow(keys, table, row as never)
    checked += rows.length
  }
  return checked
}
