import { randomBytes } from 'node:crypto'
import { type Kysely, Kysely as KyselyOf, PostgresDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bareDatabase, newDatabase, openMade } from '../../testing/postgres/databases.ts'
import { type Pooler, poolerTo } from '../../testing/postgres/pooler.ts'
import { createTester, createTestWorld, walletWithMoney } from '../../testing/test-world.ts'
import type { Database } from '../database.ts'
import { migrate, newerMigrations, pendingMigrations } from '../migrate.ts'
import { migrations } from '../migrations.ts'
import { openKeyring } from '../sealed/open-keyring.ts'
import { createLeases } from './leases/leases.ts'
import { MigrationsLocked } from './migration-lock.ts'
import { openPostgres } from './open.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

let url: string
let direct: Database
let pooler: Pooler

async function behindPooler(database: string): Promise<void> {
  url = database
  direct = openMade(url)
  pooler = await poolerTo(url)
  closing.push(() => pooler.close())
}

function gateway(): Database {
  const db = openPostgres(pooler.url)
  closing.push(() => db.destroy())
  return db
}

/** Locks of this database that are held by sessions which do nothing. One that ends its work just now may be counted, once. */
async function leftBehind(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_locks join pg_stat_activity using (pid)
    where granted and state = 'idle' and datname = current_database()`.execute(direct)
  return rows[0]?.count ?? -1
}

/** As though one migration were still to be run. */
const one = '0901-notes-expand'
const up = (trx: Kysely<unknown>) => trx.schema.alterTable('unattributed').addColumn('note', 'text').execute()
const all = { ...migrations, [one]: { up } }

/** As migrations were run before: with the lock that Kysely takes for a session. */
async function migrateWithSessionLock(): Promise<void> {
  const db = new KyselyOf<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: pooler.url }) }),
  })
  closing.push(() => db.destroy())
  const probe = (trx: Kysely<unknown>) => trx.schema.createTable('probe').addColumn('id', 'text').execute()
  const names = { migrationTableName: 'probe_migration', migrationLockTableName: 'probe_lock' }
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => ({ '0001-probe': { up: probe } }) },
    ...names,
  }).migrateToLatest()
  expect(error).toBeUndefined()
}

test('behind a pooler in transaction mode migrations leave no lock with a connection that others get', async () => {
  await behindPooler(await bareDatabase())
  await migrate(gateway())
  expect(await pendingMigrations(direct)).toEqual([])
  await expect.poll(leftBehind).toBe(0)
})

test('as the lock of a session is left, which keeps no start of this version waiting', async () => {
  await behindPooler(await bareDatabase())
  await migrateWithSessionLock()
  await expect.poll(leftBehind).toBe(1)
  await Promise.all([migrate(gateway()), migrate(gateway())])
  expect(await pendingMigrations(direct)).toEqual([])
  await expect.poll(leftBehind).toBe(1)
})

test('a gateway pays behind such a pooler, with leases, fences and all, and leaves nothing of a session', async () => {
  await behindPooler(await newDatabase())
  const db = gateway()
  const keys = await openKeyring(db, randomBytes(32))
  const tester = await createTester(Object.assign(await createTestWorld(), { db, keys, locks: createLeases(db) }))
  const { id: walletId } = await walletWithMoney(tester)
  const to = `0x${'7'.repeat(40)}`
  const pay = (amount: string) => tester.api.transfer({ walletId, to, amount, token: 'STABLE' })
  const paid = await Promise.all(['1', '2', '3', '4'].map(pay))
  expect(paid.map(({ transaction }) => transaction.status)).toEqual(Array(4).fill('SETTLED'))
  await expect.poll(leftBehind).toBe(0)
})

describe('another process that is about to bring the database up to date', () => {
  let holder: pg.Client
  let told: string[]
  let pid: number
  beforeEach(async () => {
    const database = await newDatabase()
    await behindPooler(database)
    holder = new pg.Client({ connectionString: database, application_name: 'an admin' })
    await holder.connect()
    closing.push(() => holder.end())
    await holder.query('begin; lock table kysely_migration_lock in exclusive mode')
    pid = (await holder.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0
    told = []
  })
  const named = () =>
    new RegExp(`process ${pid}, application "an admin", from 127\\.0\\.0\\.1, in a transaction since 20.*Z`)

  test('is named where it hangs, and not waited for', async () => {
    const refused = await migrate(gateway(), { all, told: (says) => told.push(says) }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(MigrationsLocked)
    expect((refused as Error).message).toMatch(named())
    expect((refused as Error).message).toContain(`It hangs: "select pg_terminate_backend(${pid})"`)
    expect(told).toEqual([])
    await holder.query('rollback')
    await migrate(gateway(), { all })
    expect(await newerMigrations(direct)).toEqual([one])
  })

  test('is named, and waited for, where it goes on', async () => {
    const working = async () => {
      while (told.length === 0) await holder.query('select pg_sleep(0.2)')
      await holder.query('rollback')
    }
    await Promise.all([working(), migrate(gateway(), { all, told: (says) => told.push(says) })])
    expect(told[0]).toMatch(named())
    expect(told[0]).toContain('It goes on, and is waited for')
    expect(await newerMigrations(direct)).toEqual([one])
  })
})

test('a table that somebody else has in use is named with the migration that waited for it, and who has it', async () => {
  const database = await newDatabase()
  await behindPooler(database)
  const holder = new pg.Client({ connectionString: database, application_name: 'a report' })
  await holder.connect()
  closing.push(() => holder.end())
  await holder.query('begin; select * from unattributed')
  await expect(migrate(gateway(), { all })).rejects.toThrow(
    /and is as it was: 0901-notes-expand failed: .*lock timeout\. A table is in use by process \d+, application "a report"/,
  )
  expect(await newerMigrations(direct)).toEqual([])
})
