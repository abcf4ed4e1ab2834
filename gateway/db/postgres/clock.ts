import { sql } from 'kysely'
import type { Db } from '../database.ts'

/** Milliseconds since the epoch by the database's clock, the only one that all gateways share. */
export const databaseNow = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/** The same, read at once. */
export async function readDatabaseNow(db: Db): Promise<number> {
  const { rows } = await sql<{ now: number }>`select ${databaseNow} as now`.execute(db)
  if (rows[0] === undefined) throw new Error('the database does not tell the time')
  return rows[0].now
}
