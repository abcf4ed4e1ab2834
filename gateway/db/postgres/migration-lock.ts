import { sql } from 'kysely'
import type { Database, Db } from '../database.ts'

/** So long one waits for another process that brings the same database up to date, before it is looked at. */
const LOOK_AFTER_MS = 7_000
/** One that has asked nothing of the server for so long hangs: migrations wait for nothing else. */
const HANGS_MS = 5_000
/** So long a statement of a migration waits for a table; meanwhile all that come behind it wait too. */
const TABLE_MS = 2_000

const LOCK_TABLE = sql.table('kysely_migration_lock')

/** Another process is at it, or hangs. Says which one, so that a person can look, or end it. */
export class MigrationsLocked extends Error {
  /** Whether it goes on, and is worth waiting for. */
  readonly goesOn: boolean
  constructor(holders: readonly Session[]) {
    const goesOn = holders.every((holder) => holder.goesOn === true)
    const who = holders.length === 0 ? 'one that has just ended' : holders.map(describe).join('; ')
    const end = `"select pg_terminate_backend(${holders[0]?.pid ?? 'PID'})" ends it, and takes back what it did`
    const next = goesOn ? `It goes on, and is waited for; ${end}.` : `It hangs: ${end}. Then start again.`
    super(`Another process is about to bring the database up to date: ${who}. ${next}`)
    this.name = 'MigrationsLocked'
    this.goesOn = goesOn
  }
}

/** What `holdMigrations` locks, as Kysely makes it. Processes that make it at once are in each other's way. */
export async function makeLockTable(db: Database): Promise<void> {
  const make = sql`create table if not exists ${LOCK_TABLE}
    (id varchar(255) not null primary key, is_locked integer not null default 0)`
  await make.execute(db).catch(() => make.execute(db))
}

/**
 * One process at a time, until the transaction ends: a lock of a table and no advisory lock of a session, which a pooler
 * would leave with a connection that it gives to others. First in the transaction, which sees earlier commits
 * had the lock. Throws `MigrationsLocked` after seven seconds. `db`: asks beside the transaction.
 */
export async function holdMigrations(db: Database, trx: Db): Promise<void> {
  await waitAtMost(trx, LOOK_AFTER_MS)
  try {
    await sql`lock table ${LOCK_TABLE} in exclusive mode`.execute(trx)
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    throw new MigrationsLocked(await holders(db))
  }
  await waitAtMost(trx, TABLE_MS)
}

async function waitAtMost(trx: Db, ms: number): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(ms)}`.execute(trx)
}

export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}

/** `goesOn`: null where this user may not see what the session does. */
type Session = {
  pid: number
  application: string
  address: string | null
  since: Date | null
  goesOn: boolean | null
}

const columns = sql`a.pid, a.application_name as application, host(a.client_addr) as address, a.xact_start as since,
  a.state = 'active' or a.state_change > clock_timestamp() - ${sql.lit(`${HANGS_MS} ms`)}::interval as goes_on`

async function holders(db: Database): Promise<Session[]> {
  const { rows } = await sql<Session>`
    select ${columns} from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.granted and l.mode = 'ExclusiveLock' and l.relation = 'kysely_migration_lock'::regclass
      and l.database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows
}

/** The transactions that have been open longest, of which one is in the way of a migration. */
export async function longestOpen(db: Database): Promise<string[]> {
  const { rows } = await sql<Session>`
    select ${columns} from pg_stat_activity a
    where a.datname = current_database() and a.pid <> pg_backend_pid() and a.xact_start < now() - interval '1 second'
    order by a.xact_start limit 3`.execute(db)
  return rows.map(describe)
}

function describe({ pid, application, address, since }: Session): string {
  const by = application === '' ? '' : `, application "${application}"`
  const from = address === null ? '' : `, from ${address}`
  return `process ${pid}${by}${from}${since === null ? '' : `, in a transaction since ${since.toISOString()}`}`
}
