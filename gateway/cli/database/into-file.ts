import { chmodSync } from 'node:fs'
import { copyRows } from '../../db/copy-rows.ts'
import { atomically, type Database } from '../../db/database.ts'
import { migrate, requireOwnSchema } from '../../db/migrate.ts'
import { readSnapshot } from '../../db/postgres/snapshot.ts'
import { openSqlite } from '../../db/sqlite.ts'

/** Copies a PostgreSQL database, as it is at one moment, into a SQLite file that is not there yet. Others go on writing. */
export async function copyIntoFile(from: Database, file: string): Promise<void> {
  const to = openSqlite(file)
  chmodSync(file, 0o600)
  try {
    await requireOwnSchema(from)
    await migrate(to)
    await readSnapshot(from, (snapshot) => atomically(to, (trx) => copyRows(snapshot, trx)))
  } finally {
    await to.destroy()
  }
}
