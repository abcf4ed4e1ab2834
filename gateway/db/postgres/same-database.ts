import { sql } from 'kysely'
import type { Db } from '../database.ts'

/** A server by the moment of its start, and a database of it. Every user may read that, whatever is between. */
async function identityOf(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ identity: string }>`
    select concat_ws(' ', pg_postmaster_start_time(), oid) as identity
    from pg_database where datname = current_database()`.execute(db)
  return rows[0]?.identity
}

/** Whether two ways lead to one database of one server. */
export async function isSameDatabase(one: Db, other: Db): Promise<boolean> {
  const identity = await identityOf(one)
  return identity !== undefined && identity === (await identityOf(other))
}
