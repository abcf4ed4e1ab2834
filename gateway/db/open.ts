import { systemClock } from '../world/clock.ts'
import { createLocks, type Locks } from '../world/locks.ts'
import { createRequestCounter, type RequestCounter } from '../world/requests/counter.ts'
import type { Database, Db } from './database.ts'
import { readDatabaseNow } from './postgres/clock.ts'
import { createLeases } from './postgres/leases/leases.ts'
import { countTogether } from './postgres/request-counts-store.ts'
import { requireSafe } from './postgres/require-safe.ts'
import { COMMAND_WAIT_MS, openSqlite } from './sqlite.ts'

/** Locks, counts and the shared time are of everyone who writes to it: this process on SQLite, all gateways on PostgreSQL. */
export type Opened = {
  db: Database
  locks: Locks
  requests: RequestCounter
  sharedNow(db: Db): Promise<number>
}

/** `serving`: requests wait for it. A command has the time to wait for a gateway that writes beside it. */
type Where = { url: string | undefined; file: string; serving?: boolean }

/** PostgreSQL where a URL is given, else a SQLite file, which is made where it is not there. Throws `UnsafeDatabase`. */
export async function openDatabase(where: Where): Promise<Opened> {
  const requests = createRequestCounter(systemClock)
  if (where.url === undefined) {
    const db = where.serving ? openSqlite(where.file) : openSqlite(where.file, COMMAND_WAIT_MS)
    return { db, locks: createLocks(), requests, sharedNow: async () => systemClock.now() }
  }
  // Its driver is loaded where it is used.
  const { openPostgres } = await import('./postgres/open.ts')
  const db = openPostgres(where.url)
  try {
    await requireSafe(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return { db, locks: createLeases(db), requests: countTogether(db, requests), sharedNow: readDatabaseNow }
}
