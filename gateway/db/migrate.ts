import { sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration'
import { errorWords } from '../error-words.ts'
import { atomically, type Database, type Db, isPostgres, withLongStatements } from './database.ts'
import { lastMigration, migrations } from './migrations.ts'
import { holdAnnouncements, listGateways, overtakeLeases, type RunningGateway } from './postgres/leases/gateways.ts'
import {
  holdMigrations,
  isLockTimeout,
  longestOpen,
  MigrationsLocked,
  makeLockTable,
} from './postgres/migration-lock.ts'
import { leastBesideAll, NewerSchema, requireBeside } from './versions-beside.ts'

/** `told`: for which process that goes on this waits. `all`: those of another version, for its tests. */
type How = { told?: (says: string) => void; all?: Record<string, Migration> }

/** As long as one statement of another process may take. */
const TURN_MS = 5 * 60_000

/**
 * Brings the schema up to date, in one transaction: killed at any point, all of it is there or none, and the next start
 * begins anew. Where nothing is to be done nothing is written, so that a command can read beside a gateway that writes, or on
 * a full disk. Throws `NewerSchema` where a newer Sotto has changed the database so that this one cannot run beside it; on
 * PostgreSQL `GatewaysRun` where gateways run that could not go on, and `MigrationsLocked` where another process was about to
 * do the same and hangs. Of a SQLite file the caller holds the folder.
 */
export async function migrate(db: Database, { told = () => {}, all = migrations }: How = {}): Promise<void> {
  const { pending, newer } = await stateOf(db, all)
  requireBeside(newer)
  if (pending.length === 0) return
  // A version on another line made them: the order of its migrations and ours is not known.
  if (newer.length > 0) throw new NewerSchema(newer)
  await withLongStatements(() => (isPostgres(db) ? inTurn(db, { told, all }) : migrateFile(db, all)))
}

async function migrateFile(db: Database, all: Record<string, Migration>): Promise<void> {
  const { error, results = [] } = await migratorOf(db, all).migrateToLatest()
  if (error !== undefined) throw new MigrationFailed(failedIn(results), error)
}

/** While another process goes on with it. */
async function inTurn(db: Database, { told, all }: Required<How>): Promise<void> {
  for (const until = performance.now() + TURN_MS; ; ) {
    try {
      return await migrateTogether(db, all)
    } catch (error) {
      if (!(error instanceof MigrationsLocked && error.goesOn) || performance.now() >= until) throw error
      told(error.message)
    }
  }
}

/** Many processes may do so at once: the second finds nothing to do. */
async function migrateTogether(db: Database, all: Record<string, Migration>): Promise<void> {
  let failed: string | undefined
  try {
    await makeLockTable(db)
    await atomically(db, async (trx) => {
      await holdMigrations(db, trx)
      if (!(await hasSchema(trx))) await makeMigrationTable(trx)
      // From outside, as all until the locks are there: the transaction sees the database as of its first look.
      const { pending } = await stateOf(db, all)
      if (pending.length === 0) return
      const hasLeases = await requireNoneTooOld(db, trx, pending)
      const { error, results = [] } = await migratorOf(trx, all).migrateToLatest()
      failed = failedIn(results)
      if (error !== undefined) throw error
      if (hasLeases) await overtakeLeases(trx)
    })
  } catch (error) {
    if (error instanceof GatewaysRun || error instanceof MigrationsLocked) throw error
    throw new MigrationFailed(failed, error, isLockTimeout(error) ? await longestOpen(db).catch(() => []) : [])
  }
}

/** Kysely makes its own only where no schema has one. */
async function makeMigrationTable(trx: Db): Promise<void> {
  await sql`create table if not exists ${sql.table(DEFAULT_MIGRATION_TABLE)}
    (name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(trx)
}

/** `who`: transactions that were open when a table could not be had. */
class MigrationFailed extends Error {
  constructor(name: string | undefined, cause: unknown, who: readonly string[] = []) {
    const what = name === undefined ? '' : `${name} failed: `
    const beside = who.length === 0 ? '' : `. A table is in use by ${who.join('; or ')}`
    super(
      `The database could not be brought up to date, and is as it was: ${what}${errorWords(cause)}${beside}`,
      // Its own words are in ours, without addresses.
      { cause: undefined },
    )
    this.name = 'MigrationFailed'
  }
}

function failedIn(results: readonly { status: string; migrationName: string }[]): string | undefined {
  return results.find(({ status }) => status === 'Error')?.migrationName
}

/** Names of those that a newer version has run. */
export async function newerMigrations(db: Db): Promise<string[]> {
  return (await stateOf(db)).newer
}

/** Names of those that this version would still run. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  return (await stateOf(db)).pending
}

/** Called by a gateway that has announced itself. Throws if another version has changed the schema since it was read. */
export async function requireCurrent(db: Database): Promise<void> {
  const { pending, newer } = await stateOf(db)
  requireBeside(newer)
  if (pending.length > 0) throw new Error('Another version of Sotto has put an older database in place. Start again.')
}

/** Called by a running gateway. Throws `NewerSchema` if another version has changed the schema so that this one cannot go on. */
export async function stillBeside(db: Db): Promise<void> {
  const newer = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} where name > ${lastMigration()}`.execute(db)
  requireBeside(newer.rows.map(({ name }) => name))
}

/** What copies every row it knows leaves out what a newer version has added: such copies are made by that version alone. */
export async function requireOwnSchema(db: Database): Promise<void> {
  const newer = await newerMigrations(db)
  if (newer.length > 0) throw new NewerSchema(newer)
}

/** A gateway could not work on tables that another version has changed under it. */
export class GatewaysRun extends Error {
  constructor(gateways: readonly RunningGateway[], pending: readonly string[]) {
    const who = gateways.map(({ says }) => says).join('; ')
    super(
      `This version of Sotto changes the database first (${pending.join(', ')}), beside which ${gateways.length} of the gateways that run on it cannot go on: ${who}. Stop them, or give them this version's predecessor first, and do this again. (One that was killed counts for 15 s.)`,
    )
    this.name = 'GatewaysRun'
  }
}

/** Whether any version has made its tables here. */
export async function hasSchema(db: Db): Promise<boolean> {
  if (isPostgres(db)) {
    // Where statements find it: another schema of the database may have the table of another program.
    const { rows } = await sql<{ there: boolean }>`
      select to_regclass(${DEFAULT_MIGRATION_TABLE}) is not null as there`.execute(db)
    return rows[0]?.there === true
  }
  // Every command asks. The library would read the columns of all tables, a twentieth of what a command takes.
  const { rows } =
    await sql`select 1 from sqlite_master where type = 'table' and name = ${DEFAULT_MIGRATION_TABLE}`.execute(db)
  return rows.length > 0
}

async function stateOf(db: Db, all = migrations): Promise<{ pending: string[]; newer: string[] }> {
  const run = (await hasSchema(db)) ? await migrationsRun(db) : []
  return {
    pending: Object.keys(all).filter((name) => !run.includes(name)),
    newer: run.filter((name) => !Object.hasOwn(all, name)),
  }
}

async function migrationsRun(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Migrations speak of columns by their names in the database. */
function migratorOf(db: Db, all: Record<string, Migration>): Migrator {
  return new Migrator({ db: (db as Database).withoutPlugins(), provider: { getMigrations: async () => all } })
}

/**
 * Until the transaction ends no gateway announces itself. Those that have are looked for from outside of it, which may see
 * the older one had to wait. False where no version has run that has leases.
 */
async function requireNoneTooOld(db: Database, trx: Db, pending: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ leases: string | null }>`select to_regclass('leases')::text as leases`.execute(db)
  // None can announce itself where there is no table for that yet.
  if (rows[0]?.leases !== 'leases') return false
  await holdAnnouncements(trx)
  const least = leastBesideAll(pending)
  const old = (await listGateways(db)).filter(({ schema }) => schema === undefined || schema < least)
  if (old.length > 0) throw new GatewaysRun(old, pending)
  return true
}
