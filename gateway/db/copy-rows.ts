import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Db } from './database.ts'
import type { Schema } from './schema/schema.ts'

/** Every table but the leases and the counts of requests, which last a moment, each after those that it refers to, and the columns that name its rows. */
export const keptTables = [
  ['secrets', ['name']],
  ['accounts', ['id']],
  ['apiKeys', ['id']],
  ['wallets', ['id']],
  ['walletIndexes', ['accountId', 'generation']],
  ['requests', ['id']],
  ['requestTotals', ['accountId', 'walletId', 'status']],
  ['requestIndexes', ['accountId', 'generation']],
  ['contacts', ['id']],
  ['batches', ['id']],
  ['batchRows', ['id']],
  ['webhooks', ['id']],
  ['webhookDeliveries', ['webhookId', 'eventId']],
  ['transactions', ['id']],
  ['approvals', ['transactionId']],
  ['transactionTotals', ['accountId', 'walletId', 'type', 'status']],
  ['legs', ['id']],
  ['attempts', ['hash']],
  ['senders', ['address']],
  ['unattributed', ['hash']],
  ['restores', ['at']],
  ['plaintexts', ['handle']],
  ['derivationMismatches', ['reader', 'handle']],
  ['padRights', ['address']],
  ['padCounts', ['process', 'address']],
  ['paidHashes', ['hash']],
  ['faucetGrants', ['transactionId']],
  ['idempotencyKeys', ['accountId', 'keyHash']],
  ['notaryKeys', ['fingerprint']],
  ['cardKeys', ['fingerprint']],
  ['trustedIssuers', ['fingerprint']],
  ['recoveryCodes', ['hash']],
  ['sessions', ['id']],
  ['challenges', ['hash']],
  ['passkeys', ['id']],
  ['loginAttempts', ['id']],
  ['events', ['position']],
  ['arrivals', ['transactionId']],
  ['scannedBlocks', ['blockNumber']],
  ['scanBegins', ['at']],
  ['outbox', ['accountId', 'sequence']],
  ['outboxHeads', ['accountId']],
] as const satisfies readonly (readonly [keyof Schema, readonly string[]])[]

/** Tables in which a migration leaves rows, so that an empty database has them. */
const seeded: readonly (keyof Schema)[] = ['scanBegins']

/** What is in a table: how many rows, and a digest of them all that does not depend on their order. */
type Content = { rows: number; digest: string }
export type Contents = Map<keyof Schema, Content>

const AT_ONCE = 200
type Row = Record<string, unknown>

/** Copies every row of one database into another, which is empty and has the same schema. Belongs into a transaction of each. */
export async function copyRows(from: Db, to: Db): Promise<Contents> {
  for (const table of seeded) await (to as Database).deleteFrom(table).execute()
  return contentsOf(from, async (table, rows) => {
    await (to as Database)
      .insertInto(table)
      .values(rows as never)
      .execute()
  })
}

/** Reads every row. */
export async function contentsOf(
  db: Db,
  each: (table: keyof Schema, rows: Row[]) => Promise<void> = async () => {},
): Promise<Contents> {
  const contents: Contents = new Map()
  for (const [table, key] of keptTables) {
    const sum = Buffer.alloc(32)
    let count = 0
    for (let rows = await page(db, table, key); rows.length > 0; rows = await page(db, table, key, rows.at(-1))) {
      for (const row of rows) add(sum, row)
      count += rows.length
      await each(table, rows)
    }
    contents.set(table, { rows: count, digest: sum.toString('hex') })
  }
  return contents
}

/** Tables that are not the same in both. */
export function differences(one: Contents, other: Contents): string[] {
  return [...one.keys()].filter((table) => {
    const [a, b] = [one.get(table), other.get(table)]
    return a?.rows !== b?.rows || a?.digest !== b?.digest
  })
}

/** How many rows somebody has made. */
export function rowsIn(contents: Contents): number {
  return [...contents].reduce((sum, [table, { rows }]) => (seeded.includes(table) ? sum : sum + rows), 0)
}

function page(db: Db, table: keyof Schema, key: readonly string[], after?: Row): Promise<Row[]> {
  const columns = key.map((column) => sql.ref(column))
  const list = sql.join(columns)
  const rest = after === undefined ? sql`` : sql`where (${list}) > (${sql.join(key.map((column) => after[column]))})`
  return sql<Row>`select * from ${sql.table(table)} ${rest} order by ${list} limit ${sql.lit(AT_ONCE)}`
    .execute(db)
    .then(({ rows }) => rows)
}

function add(sum: Buffer, row: Row): void {
  const fields = Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))
  const digest = createHash('sha256').update(JSON.stringify(fields)).digest()
  for (const [index, byte] of digest.entries()) sum[index] = ((sum[index] ?? 0) + byte) & 0xff
}
