import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { flawsOfSqlite } from '../../db/copy.ts'
import { lockFolder } from '../../db/folder-lock.ts'
import { migrate } from '../../db/migrate.ts'
import { unpackOldData } from '../../testing/old-data/old-data.ts'
import { bareDatabase, openMade } from '../../testing/postgres/databases.ts'
import { systemClock } from '../../world/clock.ts'
import { checkDatabase } from '../doctor/database/database.ts'
import { handOver } from '../keys/master-key.ts'
import { openInstalled, openStore } from '../open-store.ts'
import { createProgram } from '../program.ts'
import { moveToPostgres } from './move.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sotto-move-'))
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

const KEY = 'ab'.repeat(32)
const LONG = { timeout: 60_000, interval: 20 }
const sotto = async (env: Record<string, string>, ...args: string[]) =>
  (await createProgram(env)).exitOverride().parseAsync(['node', 'sotto', ...args])
const make = async (env: Record<string, string>) => (await openStore(readConfig(env))).db.destroy()

test('db copy binds what it moved to its network', async () => {
  const sepolia = { SOTTO_DATA_DIR: folder, SOTTO_NETWORK: 'sepolia', SOTTO_MASTER_KEY: KEY }
  await make(sepolia)
  const url = await bareDatabase()
  await moveToPostgres(readConfig({ ...sepolia, DATABASE_URL: url }))
  const offline = { SOTTO_DATA_DIR: folder, SOTTO_MASTER_KEY: KEY, DATABASE_URL: url }
  await expect(openStore(readConfig(offline))).rejects.toThrow(/belongs to the network sepolia/)
  await make({ ...sepolia, DATABASE_URL: url })
})

test('so does a restore of a backup of SQLite', async () => {
  const sepolia = { SOTTO_DATA_DIR: folder, SOTTO_NETWORK: 'sepolia', SOTTO_BACKUP_PASSPHRASE: 'a long passphrase' }
  await make(sepolia)
  const file = join(folder, 'all.age')
  await sotto(sepolia, 'backup', file)
  const url = await bareDatabase()
  const onto = { ...sepolia, SOTTO_DATA_DIR: join(folder, 'two'), DATABASE_URL: url }
  await sotto(onto, 'restore', file)
  const offline = { ...onto, SOTTO_NETWORK: 'offline' }
  await expect(openInstalled(readConfig(offline))).rejects.toThrow(/belongs to the network sepolia/)
  await make(onto)
})

test('what a command writes while db copy runs is refused, and so is what it writes afterwards', async () => {
  const env = { SOTTO_DATA_DIR: folder }
  await make(env)
  const url = await bareDatabase()
  const to = openMade(url)
  await migrate(to)
  const reached = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  // The copy waits for a table of the empty database.
  const holding = to.transaction().execute(async (trx) => {
    await sql`lock table events in access exclusive mode`.execute(trx)
    reached.resolve()
    await goOn.promise
  })
  await reached.promise
  const moving = moveToPostgres(readConfig({ ...env, DATABASE_URL: url }))
  await vi.waitUntil(async () => {
    const ours = sql`(select oid from pg_database where datname = current_database())`
    const { rows } = await sql`select 1 from pg_locks where not granted and database = ${ours}`.execute(to)
    return rows.length > 0
  }, LONG)
  const waiting = new Sqlite(join(folder, 'offline', 'sotto.db'), { timeout: 0 })
  const write = () => waiting.exec("insert into login_attempts (id, who, at) values ('a', 'b', 1)")
  try {
    expect(write).toThrow(expect.objectContaining({ code: 'SQLITE_BUSY' }))
  } finally {
    goOn.resolve()
    await holding
  }
  const { aside } = await moving
  expect(write).toThrow(expect.objectContaining({ code: 'SQLITE_READONLY_DBMOVED' }))
  waiting.close()
  expect(flawsOfSqlite(aside)).toEqual([])
  expect(readdirSync(join(folder, 'offline')).filter((name) => name.startsWith('sotto.db'))).toEqual([basename(aside)])
})

test('db copy takes the key that a rotation which was cut short has left beside', async () => {
  const env = { SOTTO_DATA_DIR: folder }
  const store = await openStore(readConfig(env))
  await handOver(store.db, store.dir, async () => {})
  await store.db.destroy()
  const url = await bareDatabase()
  await moveToPostgres(readConfig({ ...env, DATABASE_URL: url }))
  await make({ ...env, DATABASE_URL: url })
})

test('where a database was moved away no other is made in its place, on either engine', async () => {
  const env = { SOTTO_DATA_DIR: folder }
  await make(env)
  const onto = { ...env, DATABASE_URL: await bareDatabase() }
  await expect(make(onto)).rejects.toThrow(/names an empty database, and .*offline belongs to another: .*sotto db copy/)
  const found = await checkDatabase(readConfig(onto), join(folder, 'offline'), systemClock)
  expect(found).toMatchObject([{ what: 'database', state: 'bad', says: expect.stringContaining('empty database') }])
  await moveToPostgres(readConfig(onto))
  await make(onto)
  await expect(make(env)).rejects.toThrow(/had a database, and it is gone: .*set DATABASE_URL/)
})

test('db copy moves a data folder of version 0.1.0', async () => {
  unpackOldData(folder)
  const config = readConfig({ SOTTO_DATA_DIR: folder, DATABASE_URL: await bareDatabase() })
  const { accounts, rows } = await moveToPostgres(config)
  expect([accounts > 0, rows > 20]).toEqual([true, true])
  const found = await checkDatabase(config, join(folder, 'offline'), systemClock)
  expect(found.filter(({ state }) => state === 'bad')).toEqual([])
})

test('a restore that is refused because the folder is in use has written nothing', async () => {
  const env = { SOTTO_DATA_DIR: join(folder, 'one'), SOTTO_BACKUP_PASSPHRASE: 'a long passphrase' }
  await make(env)
  const file = join(folder, 'all.age')
  await sotto(env, 'backup', file)
  const onto = { ...env, SOTTO_DATA_DIR: join(folder, 'two'), DATABASE_URL: await bareDatabase() }
  const lock = await lockFolder(join(folder, 'two', 'offline'), systemClock, 0)
  await expect(sotto(onto, 'restore', file)).rejects.toThrow(/in use/)
  lock.release()
  await sotto(onto, 'restore', file)
})

test('a command on a database without tables makes none', async () => {
  const onto = { SOTTO_DATA_DIR: join(folder, 'one'), SOTTO_MASTER_KEY: KEY, DATABASE_URL: await bareDatabase() }
  for (let times = 0; times < 2; times++) {
    await expect(sotto(onto, 'account', 'list')).rejects.toThrow(
      'There is no installation in the database that DATABASE_URL names. Name its database, or make one: "sotto start", or "sotto migrate".',
    )
  }
  expect(existsSync(join(folder, 'one'))).toBe(false)
})
