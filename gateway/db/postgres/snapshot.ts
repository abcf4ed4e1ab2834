import type { Transaction } from 'kysely'
import { type Database, withLongStatements } from '../database.ts'
import type { Schema } from '../schema/schema.ts'

/** Reads a database, of either engine, as it is at one moment, for as long as that takes; it holds up no writer. */
export function readSnapshot<T>(db: Database, read: (trx: Transaction<Schema>) => Promise<T>): Promise<T> {
  const begun = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return withLongStatements(() => begun.execute(read))
}
