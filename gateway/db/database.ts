import { setTimeout as sleep } from 'node:timers/promises'
import { CamelCasePlugin, type Kysely, type Transaction } from 'kysely'
import type { Schema } from './schema.ts'
import { type Commits, createCommits, type Work } from './shared-commits.ts'

/** The database, whichever engine is behind it. Only `db/` knows which. */
export type Database = Kysely<Schema>

/** A store's way to the database: on its own, or within a transaction that somebody else began. */
export type Db = Database | Transaction<Schema>

/** Rows are camelCase in the code and snake_case in the database, where names are case-insensitive. */
export const columnNames = new CamelCasePlugin({ maintainNestedObjectKeys: true })

/** So long a transaction waits for another process that writes. Reads go on meanwhile. */
const TURN_MS = 2_000
const ASK_EVERY_MS = 50

/** Engines that do not share commits by themselves. */
const commits = new WeakMap<Db, Commits>()

/** From now on transactions of this database that come together are committed together. */
export function shareCommits(db: Database): void {
  commits.set(
    db,
    createCommits((work) => alone(db, work)),
  )
}

/** Runs work in one database transaction: all of it is on disk when this resolves, or none. */
export async function atomically<T>(db: Db, work: Work<T>): Promise<T> {
  if (db.isTransaction) throw new Error('a transaction is open already')
  const shared = commits.get(db)
  return shared === undefined ? alone(db, work) : shared.run(work)
}

async function alone<T>(db: Db, work: Work<T>): Promise<T> {
  for (const until = performance.now() + TURN_MS; ; await sleep(ASK_EVERY_MS)) {
    let begun = false
    try {
      return await db.transaction().execute((trx) => {
        begun = true
        return work(trx)
      })
    } catch (error) {
      if (begun || !isBusy(error) || performance.now() >= until) throw error
    }
  }
}

/** Whether another process holds the lock of a SQLite file. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
}

/** Whether an insert failed because such a row exists already (in one table, where named), in either engine's words. */
export function isDuplicate(error: unknown, table = ''): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  const { code, message } = error
  const sqlite = code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
  return (sqlite || code === '23505') && message.includes(table)
}

/** Whether the database cannot be written to now: the disk is full, read-only or broken, or somebody else writes for long. What was committed stays. */
export function cannotWrite(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  return /^SQLITE_(BUSY|FULL|READONLY|IOERR|CANTOPEN)|^53100$/.test(String(error.code))
}

/**
 * For what is good to have written down, and no reason to refuse a read for while nothing can be. Never within a
 * transaction: a disk that fails takes all of it back.
 */
export async function writeIfPossible(write: Promise<unknown>): Promise<void> {
  await write.catch((error: unknown) => {
    if (!cannotWrite(error)) throw error
  })
}
