import Sqlite from 'better-sqlite3'
import { type Db, nameInCode } from './database.ts'

/** Reads what is committed, at once. Undefined where that cannot be done now. */
export type Read = (sql: string, values: readonly unknown[]) => object[] | undefined

const readers = new WeakMap<object, Read>()

/**
 * A second connection to a file of SQLite, for statements that are compiled once and only read: they wait neither for
 * the transaction that is open on the first one nor for one another, which is most of what a read by ID took.
 * Returns what closes it.
 */
export function readBeside(db: Db, file: string): () => void {
  let sqlite: Sqlite.Database | undefined
  let isClosed = false
  const statements = new Map<string, Sqlite.Statement>()

  /** The engine itself gives the columns the names that the code has for them. */
  function prepare(sql: string): Sqlite.Statement {
    sqlite ??= new Sqlite(file, { readonly: true, timeout: 0 })
    const columns = sqlite.prepare(sql).columns()
    const named = columns.map(({ name }) => `"${name}" as "${nameInCode(name)}"`)
    const statement = sqlite.prepare(`select ${named.join()} from (${sql})`)
    statements.set(sql, statement)
    return statement
  }

  readers.set(db.getExecutor().adapter, (sql, values) => {
    if (isClosed) return undefined
    try {
      return (statements.get(sql) ?? prepare(sql)).all(values) as object[]
    } catch {
      return undefined
    }
  })
  return () => {
    isClosed = true
    sqlite?.close()
  }
}

/** Undefined within a transaction, which has to see what it wrote itself, and where there is no second connection. */
export function readerOf(db: Db): Read | undefined {
  return db.isTransaction ? undefined : readers.get(db.getExecutor().adapter)
}
