import { type Config, ConfigurationError } from '../../config/config.ts'
import type { Database } from '../../db/database.ts'
import { migrate, pendingMigrations } from '../../db/migrate.ts'
import { openDatabase } from '../../db/open.ts'
import { isSameDatabase } from '../../db/postgres/same-database.ts'
import { printable } from '../../world/printable.ts'

const told = (says: string) => process.stderr.write(`sotto: ${printable(says)}\n`)

/**
 * Brings the PostgreSQL behind `db` up to date: past the pooler, or as the user that may change tables, where
 * DATABASE_URL_MIGRATE names a way. That way is not taken where nothing is to be done.
 */
export async function bringUpToDate(db: Database, { DATABASE_URL_MIGRATE: url }: Config): Promise<void> {
  if (url === undefined || (await pendingMigrations(db)).length === 0) return migrate(db, { told })
  const direct = await openDatabase({ url, file: '' })
  try {
    if (!(await isSameDatabase(db, direct.db)))
      throw new ConfigurationError('DATABASE_URL_MIGRATE', 'names another database than DATABASE_URL')
    await migrate(direct.db, { told })
  } finally {
    await direct.db.destroy()
  }
}
