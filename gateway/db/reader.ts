import Sqlite from 'better-sqlite3'
import { type Db, nameInCode } from './database.ts'

/** Reads what is committed, at once. Undefined where that cannot be done now. The rows are shared: they are frozen. */
export type Read = (sql: string, values: readonly unknown[]) => readonly object[] | undefined

const readers = new WeakMap<object, Read>()

/** So much is kept at most, of all statements together: an answer counts one, and one for each of its rows. */
const KEPT_MAX = 5_000
/** An answer to longer values is not kept: some are as long as a path that a client chose. */
const VALUES_MAX = 500

type Prepared = { statement: Sqlite.Statement; known: Map<string, readonly object[]> }

/**
 * A second connection to a file of SQLite, for statements that are compiled once and only read: they wait neither for
 * the transaction that is open on the first one nor for one another, which is most of what a read by ID took. Until
 * anybody commits, in this process or another, the same statement with the same values has the same rows: they are kept so
 * long, frozen, and a row that is the same object again says that there was no commit. Returns what closes it.
 */
export function readBeside(db: Db, file: string): () => void {
  let sqlite: Sqlite.Database | undefined
  /** SQLite's own count of the commits that this connection has not made: all of them, since it makes none. */
  let commits: Sqlite.Statement | undefined
  let isClosed = false
  const statements = new Map<string, Prepared>()
  let version: unknown
  let kept = 0

  /** The engine itself gives the columns the names that the code has for them. */
  function prepare(sql: string): Prepared {
    sqlite ??= new Sqlite(file, { readonly: true, timeout: 0 })
    const columns = sqlite.prepare(sql).columns()
    const named = columns.map(({ name }) => `"${name}" as "${nameInCode(name)}"`)
    const prepared = { statement: sqlite.prepare(`select ${named.join()} from (${sql})`), known: new Map() }
    commits ??= sqlite.prepare('pragma data_version').pluck()
    statements.set(sql, prepared)
    return prepared
  }

  function forget(): void {
    for (const { known } of statements.values()) known.clear()
    kept = 0
  }

  function read(sql: string, values: readonly unknown[]): readonly object[] {
    const { statement, known } = statements.get(sql) ?? prepare(sql)
    // Asked for before the rows: those may be newer than it says, and never older.
    const now = commits?.get()
    if (now !== version) forget()
    version = now
    const name = nameOf(values)
    const same = name === undefined ? undefined : known.get(name)
    if (same !== undefined) return same
    const rows = Object.freeze((statement.all(values) as object[]).map((row) => Object.freeze(row)))
    if (name === undefined) return rows
    kept += rows.length + 1
    if (kept > KEPT_MAX) forget()
    else known.set(name, rows)
    return rows
  }

  readers.set(db.getExecutor().adapter, (sql, values) => {
    if (isClosed) return undefined
    try {
      return read(sql, values)
    } catch {
      return undefined
    }
  })
  return () => {
    isClosed = true
    sqlite?.close()
  }
}

/** Undefined of values that JSON does not tell apart, and of long ones. */
function nameOf(values: readonly unknown[]): string | undefined {
  const isTold = (value: unknown) => typeof value === 'string' || value === null || Number.isSafeInteger(value)
  const name = values.every(isTold) ? JSON.stringify(values) : undefined
  return name !== undefined && name.length <= VALUES_MAX ? name : undefined
}

/** Undefined within a transaction, which has to see what it wrote itself, and where there is no second connection. */
export function readerOf(db: Db): Read | undefined {
  return db.isTransaction ? undefined : readers.get(db.getExecutor().adapter)
}
