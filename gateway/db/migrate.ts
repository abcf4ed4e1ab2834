import { sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration'
import type { Database } from './database.ts'
import * as foundation from './migrations/0001-foundation.ts'
import * as signIn from './migrations/0002-sign-in.ts'
import * as nota from './migrations/0003-nota.ts'
import * as hardening from './migrations/0004-hardening.ts'
import * as accountMacs from './migrations/0005-account-macs.ts'
import * as derivedAmounts from './migrations/0006-derived-amounts.ts'
import * as reconciling from './migrations/0007-reconciling.ts'
import * as attempts from './migrations/0008-attempts.ts'
import * as totals from './migrations/0009-totals.ts'
import * as restores from './migrations/0010-restores.ts'
import * as arrivals from './migrations/0011-arrivals.ts'
import * as storedWords from './migrations/0014-stored-words.ts'
import * as leases from './migrations/0015-leases.ts'
import * as requestCounts from './migrations/0016-request-counts.ts'
import * as findsBlocks from './migrations/0017-finds-blocks.ts'

/** In order. One that was released is never edited. */
const migrations = {
  '0001-foundation': foundation,
  '0002-sign-in': signIn,
  '0003-nota': nota,
  '0004-hardening': hardening,
  '0005-account-macs': accountMacs,
  '0006-derived-amounts': derivedAmounts,
  '0007-reconciling': reconciling,
  '0008-attempts': attempts,
  '0009-totals': totals,
  '0010-restores': restores,
  '0011-arrivals': arrivals,
  '0014-stored-words': storedWords,
  '0015-leases': leases,
  '0016-request-counts': requestCounts,
  '0017-finds-blocks': findsBlocks,
}

/**
 * Brings the schema up to date, in one transaction: killed at any point, all of it is there or none, and the next start
 * begins anew. Refuses a database that a newer Sotto has already changed. Where nothing is to be done nothing is written,
 * so that a command can read beside a gateway that writes, or on a full disk.
 */
export async function migrate(db: Database): Promise<void> {
  if (await isCurrent(db)) return
  const { error } = await migratorOf(db).migrateToLatest()
  if (error !== undefined) throw new Error('The database could not be brought up to date', { cause: error })
}

async function isCurrent(db: Database): Promise<boolean> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return false
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db)
  return rows.map(({ name }) => name).join() === Object.keys(migrations).join()
}

/** Names of those that this version would still run. */
export async function pendingMigrations(db: Database): Promise<string[]> {
  const known = await migratorOf(db).getMigrations()
  return known.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name)
}

/** Migrations speak of columns by their names in the database. */
function migratorOf(db: Database): Migrator {
  return new Migrator({ db: db.withoutPlugins(), provider: { getMigrations: async () => migrations } })
}
