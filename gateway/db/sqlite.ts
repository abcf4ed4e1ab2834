import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  sql,
  type TransactionSettings,
} from 'kysely'
import { columnNames, type Database, isBusy, shareCommits } from './database.ts'
import { readBeside } from './reader.ts'
import type { Schema } from './schema/schema.ts'

/** For what a request waits for. */
const REQUEST_WAIT_MS = 400
/** For a command: a gateway beside it may write for seconds where the disk is slow. */
export const COMMAND_WAIT_MS = 10_000

/**
 * Opens (or makes) a SQLite database. `synchronous=FULL`: a commit is on disk before the network hears of it.
 * The command line may write beside a running gateway, so writers wait for each other: SQLite's own wait would hold up
 * the whole process, so that what is open waits without it. `source`: a file, or the bytes of a database of which one in
 * memory becomes a copy. `waitMs`: for how long a statement by itself waits for another process that writes, and a
 * transaction for its first turn.
 */
export function openSqlite(source: string | Buffer, waitMs = REQUEST_WAIT_MS): Database {
  const sqlite = new Sqlite(source, { timeout: 5_000 })
  sqlite.pragma('journal_mode = WAL')
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  // What is overwritten or deleted leaves no bytes in the file, which a rotation could not seal anew. The log gets no longer by it.
  sqlite.pragma('secure_delete = ON')
  sqlite.pragma('busy_timeout = 0')
  const config = { database: rememberStatements(sqlite), waitMs, closing: () => {} }
  const db = new Kysely<Schema>({ dialect: new ImmediateSqliteDialect(config), plugins: [columnNames] })
  // A database in memory waits for no disk, and is seen by one connection alone.
  if (typeof source !== 'string' || source === ':memory:') return db
  shareCommits(db)
  config.closing = readBeside(db, source)
  return db
}

/** Kysely prepares at every call; preparing once per text saves half of a point read. */
function rememberStatements(sqlite: Sqlite.Database): Sqlite.Database {
  const statements = new Map<string, Sqlite.Statement>()
  const prepare = sqlite.prepare.bind(sqlite)
  sqlite.prepare = ((text: string) => {
    const known = statements.get(text)
    if (known !== undefined) return known
    const statement = prepare(text)
    if (statements.size < 500) statements.set(text, statement)
    return statement
  }) as typeof sqlite.prepare
  return sqlite
}

/** `closing`: called before the database is. */
type Config = { database: Sqlite.Database; waitMs: number; closing(): void }

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: Config
  constructor(config: Config) {
    super(config)
    this.#config = config
  }
  override createDriver(): SqliteDriver {
    return new ImmediateSqliteDriver(this.#config)
  }
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter()
  }
}

/** SQLite changes its schema in transactions as it changes rows; Kysely's adapter leaves that out. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

const ASK_EVERY_MS = 20

/** What met a lock was not carried out, and is asked for again. */
async function patiently<T>(waitMs: number, work: () => Promise<T>): Promise<T> {
  for (const until = performance.now() + waitMs; ; await sleep(ASK_EVERY_MS)) {
    try {
      return await work()
    } catch (error) {
      if (!isBusy(error) || performance.now() >= until) throw error
    }
  }
}

class PatientConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection
  readonly #waitMs: number
  constructor(connection: DatabaseConnection, waitMs: number) {
    this.#connection = connection
    this.#waitMs = waitMs
  }
  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return patiently(this.#waitMs, () => this.#connection.executeQuery<R>(query))
  }
  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.#connection.streamQuery<R>(query, chunkSize)
  }
}

class ImmediateSqliteDriver extends SqliteDriver {
  readonly #config: Config
  constructor(config: Config) {
    super(config)
    this.#config = config
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new PatientConnection(await super.acquireConnection(), this.#config.waitMs)
  }

  /** A transaction that begins as a reader and then writes can fail at once beside another writer; this one waits. One that only reads holds up no writer. */
  override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(settings?.accessMode === 'read only' ? 'begin' : 'begin immediate'))
  }

  /** On a full or broken disk SQLite has rolled back by itself; what counts is the error that made it do so. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#config.database.inTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  override async destroy(): Promise<void> {
    // First, so that the last connection to leave is the one that may write: it folds the log into the file.
    this.#config.closing()
    await super.destroy()
  }
}

/** Old values stand in the log of writes until it is cut; a reader beside us can hold that up for a moment. */
export async function cutLog(db: Database): Promise<boolean> {
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
  return rows[0]?.busy === 0
}

/**
 * From now on, and until it is closed, no other process reads or writes the file, which stands for itself, without a log of
 * writes: what then gets another name is whole, and SQLite refuses those that opened it before. Rejects where another process
 * has it open for long.
 */
export async function holdAlone(db: Database): Promise<void> {
  await sql`pragma locking_mode = exclusive`.execute(db)
  await sql`pragma journal_mode = delete`.execute(db)
}
