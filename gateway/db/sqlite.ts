import Sqlite from 'better-sqlite3'
import { CompiledQuery, type DatabaseConnection, Kysely, SqliteDialect, SqliteDriver } from 'kysely'
import type { Database } from './database.ts'
import type { Schema } from './schema.ts'

/**
 * Opens (or makes) a SQLite database. `synchronous=FULL`: a commit is on disk before the network hears of it.
 * The command line may write beside a running gateway, so writers wait for each other.
 */
export function openSqlite(file: string): Database {
  const sqlite = new Sqlite(file)
  sqlite.pragma('journal_mode = WAL')
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('busy_timeout = 5000')
  sqlite.pragma('foreign_keys = ON')
  return new Kysely<Schema>({ dialect: new ImmediateSqliteDialect({ database: rememberStatements(sqlite) }) })
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

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: { database: Sqlite.Database }
  constructor(config: { database: Sqlite.Database }) {
    super(config)
    this.#config = config
  }
  override createDriver(): SqliteDriver {
    return new ImmediateSqliteDriver(this.#config)
  }
}

class ImmediateSqliteDriver extends SqliteDriver {
  readonly #database: Sqlite.Database
  constructor(config: { database: Sqlite.Database }) {
    super(config)
    this.#database = config.database
  }

  /** A transaction that begins as a reader and then writes can fail at once beside another writer; this one waits. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** On a full or broken disk SQLite has rolled back by itself; what counts is the error that made it do so. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
  }
}
