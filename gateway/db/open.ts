import { createLocks, type Locks } from '../world/locks.ts'
import type { Database } from './database.ts'
import { createLeases } from './postgres/leases.ts'
import { openPostgres } from './postgres/open.ts'
import { requireSafe } from './postgres/require-safe.ts'
import { openSqlite } from './sqlite.ts'

/** `locks`: of everyone who writes to it: this process on SQLite, all gateways on PostgreSQL. */
export type Opened = { db: Database; locks: Locks }

/** PostgreSQL where a URL is given, else a SQLite file, which is made where it is not there. Throws `UnsafeDatabase`. */
export async function openDatabase(where: { url: string | undefined; file: string }): Promise<Opened> {
  if (where.url === undefined) return { db: openSqlite(where.file), locks: createLocks() }
  const db = openPostgres(where.url)
  try {
    await requireSafe(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return { db, locks: createLeases(db) }
}
