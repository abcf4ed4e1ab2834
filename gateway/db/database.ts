import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { CamelCasePlugin, type Kysely, PostgresAdapter, type Transaction } from 'kysely'
import { errorWords } from '../error-words.ts'
import { countRetry } from '../tallies.ts'
import type { Schema } from './schema/schema.ts'
import { type Commits, createCommits, type Work } from './shared-commits.ts'

/** The database, whichever engine is behind it. Only `db/` knows which. */
export type Database = Kysely<Schema>

/** A store's way to the database: on its own, or within a transaction that somebody else began. */
export type Db = Database | Transaction<Schema>

/** For what is done in one engine's own words. */
export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/** Rows are camelCase in the code and snake_case in the database, where names are case-insensitive. */
export const columnNames = new CamelCasePlugin({ maintainNestedObjectKeys: true })

/** So long a transaction waits for another process that writes. Reads go on meanwhile. */
const TURN_MS = 2_000
const ASK_EVERY_MS = 50
/** So long one is tried again that PostgreSQL took back because of others; the pause doubles, up to a bound. */
const CONFLICTS_MS = 10_000
const PAUSE_MS = 4
const PAUSE_MAX_MS = 200

/** How work on one database that comes at once is put in order; where there is none, each begins by itself. */
const orders = new WeakMap<Db, Commits>()

/** From now on transactions of this database that come together are committed together. */
export function shareCommits(db: Database): void {
  orders.set(
    db,
    createCommits((work) => patiently(db, work)),
  )
}

/**
 * From now on transactions of this process on this database run one after the other, as SQLite's do by themselves: then only
 * those of other processes can be in the way of each. Where no connection can be made, a caller that was in line all that time has
 * waited for it too.
 */
export function takeTurns(db: Database): void {
  let tail: Promise<unknown> = Promise.resolve()
  let vain: { since: number; error: unknown } | undefined
  async function turn<T>(work: Work<T>, inLineSince: number): Promise<T> {
    if (vain !== undefined && inLineSince <= vain.since) throw vain.error
    const since = performance.now()
    try {
      return await patiently(db, work)
    } catch (error) {
      if (error instanceof DatabaseGone && error.isUnreachable) vain = { since, error }
      throw error
    }
  }
  orders.set(db, {
    run(work) {
      const inLineSince = performance.now()
      const mine = tail.then(() => turn(work, inLineSince))
      tail = mine.catch(() => undefined)
      return mine
    },
  })
}

/**
 * Runs work in one database transaction: all of it is on disk when this resolves, or none. As though no other ran beside it:
 * on SQLite none does, on PostgreSQL one that would notice is taken back and run again, so work may run more than once.
 */
export async function atomically<T>(db: Db, work: Work<T>): Promise<T> {
  if (db.isTransaction) throw new Error('a transaction is open already')
  const order = orders.get(db)
  return order === undefined ? patiently(db, work) : order.run(work)
}

async function patiently<T>(db: Db, work: Work<T>): Promise<T> {
  const start = performance.now()
  for (let tries = 0; ; tries++) {
    let begun = false
    try {
      return await db.transaction().execute((trx) => {
        begun = true
        return work(trx)
      })
    } catch (error) {
      const conflict = isConflict(error)
      if (!conflict && (begun || !isBusy(error))) throw error
      if (performance.now() - start >= (conflict ? CONFLICTS_MS : TURN_MS)) throw error
      countRetry(conflict ? 'conflict' : 'busy')
      await sleep(conflict ? Math.random() * Math.min(PAUSE_MS * 2 ** tries, PAUSE_MAX_MS) : ASK_EVERY_MS)
    }
  }
}

const LONG_STATEMENT_MS = 5 * 60_000
const long = new AsyncLocalStorage<number>()

/** Runs work for which no request waits, and of which a statement may take minutes: migrations, what reads everything. */
export function withLongStatements<T>(work: () => Promise<T>): Promise<T> {
  return long.run(LONG_STATEMENT_MS, work)
}

/** So long a statement that is begun here may take; undefined where it is as long as usual. */
export function statementMs(): number | undefined {
  return long.getStore()
}

/** The server cannot be reached, or the connection to it ended: whether the last commit took place is not known. */
export class DatabaseGone extends Error {
  readonly code = 'DATABASE_GONE'
  /** Whether there was no connection to it at all. */
  readonly isUnreachable: boolean
  constructor(cause: unknown, { isUnreachable = false } = {}) {
    super(`The database does not answer: ${errorWords(cause)}`, { cause })
    this.name = 'DatabaseGone'
    this.isUnreachable = isUnreachable
  }
}

/** Whether another process holds the lock of a SQLite file. */
export function isBusy(error: unknown): boolean {
  return codeOf(error).startsWith('SQLITE_BUSY')
}

/** Whether PostgreSQL took a transaction back because of one beside it (serialization failure, deadlock, lock timeout): nothing of it took place. */
export function isConflict(error: unknown): boolean {
  return /^(40001|40P01|55P03)$/.test(codeOf(error))
}

/** Whether an insert failed because such a row exists already (in one table, where named), in either engine's words. */
export function isDuplicate(error: unknown, table?: keyof Schema): boolean {
  const code = codeOf(error)
  const name = table === undefined ? undefined : nameInDatabase(table)
  if (code === '23505') return name === undefined || (error as { table?: string }).table === name
  if (code !== 'SQLITE_CONSTRAINT_UNIQUE' && code !== 'SQLITE_CONSTRAINT_PRIMARYKEY') return false
  return name === undefined || (error as Error).message.includes(`${name}.`)
}

/**
 * Whether the database cannot be written to now: the disk is full, read-only or broken, the server is not there, or somebody
 * else writes for long. Commits stay.
 */
export function cannotWrite(error: unknown): boolean {
  const code = codeOf(error)
  return isConflict(error) || SQLITE_CANNOT.test(code) || POSTGRES_CANNOT.test(code) || NOT_OURS.test(code)
}

const SQLITE_CANNOT = /^SQLITE_(BUSY|FULL|READONLY|IOERR|CANTOPEN)/
const NOT_OURS = /^(DATABASE_GONE|LEASE_LOST|NEWER_SCHEMA)$/
/** Classes 08 (connection), 53 (resources), 58 (system), read-only, cancelled, and what an administrator ends (appendix A). */
const POSTGRES_CANNOT = /^(08...|53...|58...|25006|25P03|57014|57P0.)$/

/** Tables and columns are camelCase in the code and snake_case in the database. */
export function nameInDatabase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

export function nameInCode(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

/** In either engine's words, or the system's; empty where it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
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
