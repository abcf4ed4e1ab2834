import { type Contents, contentsOf, copyRows, differences, rowsIn } from '../../db/copy-rows.ts'
import { atomically, type Database } from '../../db/database.ts'
import { requireOwnSchema } from '../../db/migrate.ts'

/**
 * Copies a SQLite database into a PostgreSQL one that is up to date and empty, in one transaction, and reads both again. One
 * that holds exactly these rows is taken as copied: by a run before this one, that was killed at its end.
 */
export async function copyInto(from: Database, to: Database): Promise<number> {
  for (const db of [from, to]) await requireOwnSchema(db)
  const wanted = await contentsOf(from)
  const there = await contentsOf(to)
  if (rowsIn(there) > 0) {
    if (differences(wanted, there).length === 0) return rowsIn(wanted)
    throw new Error('The PostgreSQL database holds data already. Make an empty one, and name it in DATABASE_URL.')
  }
  await atomically(to, async (trx) => {
    requireSame(wanted, await copyRows(from, trx))
    requireSame(wanted, await contentsOf(trx))
  })
  return rowsIn(wanted)
}

function requireSame(wanted: Contents, found: Contents): void {
  const [table] = differences(wanted, found)
  if (table !== undefined) throw new Error(`The rows of ${table} did not arrive as they are. Nothing was copied.`)
}
