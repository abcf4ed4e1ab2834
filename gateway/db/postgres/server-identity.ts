import { sql } from 'kysely'
import type { Db } from '../database.ts'

/**
 * Which cluster a server runs, and on which timeline: each promotion of a standby, and each recovery to a point in time,
 * begins another one. A dump, or a logical copy, has another cluster's number.
 */
export type ServerIdentity = { system: string; timeline: number }

/** Undefined where this user may not read it, as with some who run PostgreSQL for others. */
export async function serverIdentity(db: Db): Promise<ServerIdentity | undefined> {
  const asked = sql<ServerIdentity>`
    select (pg_control_system()).system_identifier::text as system,
      ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int as timeline`.execute(db)
  return asked.then(
    ({ rows }) => rows[0],
    () => undefined,
  )
}
