import { sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration'
import { type Database, type Db, isPostgres, withLongStatements } from './database.ts'
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
import * as paidHashes from './migrations/0018-paid-hashes.ts'
import * as replacedOperators from './migrations/0019-replaced-operators.ts'
import * as handlesOfLegs from './migrations/0020-handles-of-legs.ts'
import * as logsOfArrivals from './migrations/0021-logs-of-arrivals.ts'
import * as lookedAt from './migrations/0022-looked-at.ts'
import * as walletSeeds from './migrations/0028-wallet-seeds.ts'
import { holdAnnouncements, runningGateways } from './postgres/leases/gateways.ts'

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
  '0018-paid-hashes': paidHashes,
  '0019-replaced-operators': replacedOperators,
  '0020-handles-of-legs': handlesOfLegs,
  '0021-logs-of-arrivals': logsOfArrivals,
  '0022-looked-at': lookedAt,
  '0028-wallet-seeds': walletSeeds,
}

/**
 * Brings the schema up to date, in one transaction: killed at any point, all of it is there or none, and the next start
 * begins anew. Refuses a database that a newer Sotto has already changed. Where nothing is to be done nothing is written,
 * so that a command can read beside a gateway that writes, or on a full disk. Throws `GatewaysRun` where gateways run on a
 * PostgreSQL that has to be changed; of a SQLite file whoever calls this holds the folder.
 */
export async function migrate(db: Database): Promise<void> {
  if (await isCurrent(db)) return
  const newer = await newerMigrations(db)
  if (newer.length > 0) throw new NewerSchema(newer)
  const { error, results = [] } = await withLongStatements(() => migratorOf(db).migrateToLatest())
  if (error instanceof GatewaysRun) throw error
  if (error === undefined) return
  const failed = results.find(({ status }) => status === 'Error')?.migrationName
  const why = error instanceof Error ? error.message : String(error)
  throw new Error(
    `The database could not be brought up to date, and is as it was: ${failed === undefined ? '' : `${failed} failed: `}${why}`,
    { cause: error },
  )
}

/** Number of the last migration that this version knows: what it takes a database for. */
export const schemaNumber = Number.parseInt(Object.keys(migrations).at(-1) ?? '', 10)

/** A newer version of Sotto has changed the database; what this one would write there is not known to be right. */
export class NewerSchema extends Error {
  constructor(names: readonly string[]) {
    super(
      `The database is of a newer Sotto: it has ${names.join(', ')}, and this version knows the schema up to ${schemaNumber}. Run the newer version.`,
    )
    this.name = 'NewerSchema'
  }
}

/** Names of those that a newer version has run. */
export async function newerMigrations(db: Db): Promise<string[]> {
  return (await migrationsRun(db)).filter((name) => !Object.hasOwn(migrations, name))
}

/** Of a gateway that has announced itself. Throws where another version has changed the schema since it was looked at. */
export async function requireCurrent(db: Database): Promise<void> {
  if (await isCurrent(db)) return
  throw new Error('Another version of Sotto has brought the database up to date a moment ago. Start that version.')
}

/** A gateway may not be able to work on tables that another version has changed under it. */
export class GatewaysRun extends Error {
  constructor(count: number) {
    super(
      `This version of Sotto changes the database first, and ${count} gateways run on it. Stop all of them, and do this again. (One that was killed counts for 15 s.)`,
    )
    this.name = 'GatewaysRun'
  }
}

/** Whether any version has made its tables here. */
export async function hasSchema(db: Db): Promise<boolean> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  return tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)
}

async function isCurrent(db: Database): Promise<boolean> {
  return (await migrationsRun(db)).join() === Object.keys(migrations).join()
}

async function migrationsRun(db: Db): Promise<string[]> {
  if (!(await hasSchema(db))) return []
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Names of those that this version would still run. */
export async function pendingMigrations(db: Database): Promise<string[]> {
  const known = await migratorOf(db).getMigrations()
  return known.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name)
}

/** Migrations speak of columns by their names in the database. */
function migratorOf(db: Database): Migrator {
  return new Migrator({
    db: db.withoutPlugins(),
    provider: { getMigrations: async () => (isPostgres(db) ? besideNobody(db) : migrations) },
  })
}

/** The first that is run looks for gateways, within the transaction of all, so that none starts until it ends. */
function besideNobody(db: Database): Record<string, Migration> {
  let hasLooked = false
  const each = Object.entries<Migration>(migrations).map(([name, { up }]): [string, Migration] => {
    const alone: Migration['up'] = async (trx) => {
      if (!hasLooked) await requireNobodyRuns(db, trx)
      hasLooked = true
      await up(trx)
    }
    return [name, { up: alone }]
  })
  return Object.fromEntries(each)
}

/** Looks from outside of the transaction, which may see what was before it had to wait. */
async function requireNobodyRuns(db: Database, trx: Parameters<Migration['up']>[0]): Promise<void> {
  const { rows } = await sql<{ leases: string | null }>`select to_regclass('leases')::text as leases`.execute(db)
  // None can announce itself where there is no table for that yet.
  if (rows[0]?.leases !== 'leases') return
  await holdAnnouncements(trx)
  const count = await runningGateways(db)
  if (count > 0) throw new GatewaysRun(count)
}
