import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { lockFolder } from '../../db/folder-lock.ts'
import { migrate, pendingMigrations, requireCurrent } from '../../db/migrate.ts'
import { announceGateway } from '../../db/postgres/leases/gateways.ts'
import { openSqlite } from '../../db/sqlite.ts'
import { unpackOldData } from '../../testing/old-data/old-data.ts'
import { bareDatabase, openMade } from '../../testing/postgres/databases.ts'
import { systemClock } from '../../world/clock.ts'
import { checkDatabase } from '../doctor/database/database.ts'
import { openStore } from '../open-store.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sotto-beside-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const open = async (env: Record<string, string>) => (await openStore(readConfig(env))).db.destroy()

/** Whichever it is. */
const newest = basename(readdirSync('gateway/db/migrations').sort().at(-1) ?? '', '.ts')

test('a schema is not changed under a gateway that could not go on, and which one that is, is told', async () => {
  const env = { SOTTO_DATA_DIR: folder, DATABASE_URL: await bareDatabase() }
  const db = openMade(env.DATABASE_URL)
  await migrate(db)
  // As though this version had one migration more than the gateway that runs.
  const { down } = (await import(`../../db/migrations/${newest}.ts`)) as Migration
  await down?.(db as Kysely<unknown>)
  await sql`delete from kysely_migration where name = ${newest}`.execute(db)
  const running = await announceGateway(db)
  const announced = async (owner: string) => {
    await db.updateTable('leases').set({ owner }).where('name', 'like', 'gateway:%').execute()
    await expect(open(env)).rejects.toThrow(/1 of the gateways that run on it cannot go on: .*Stop them/)
    return open(env).catch(String)
  }
  expect(await announced('sotto 0.1.9, schema 1, on berta, process 7')).toContain(
    '0.1.9, schema 1, on berta, process 7',
  )
  // A version from before that was told announced an ID.
  expect(await announced('6d1f0bd6-7a0a-4b0c-9d7c-3b4c1c8a0d55')).toContain('one of a version that does not say which')
  expect(await pendingMigrations(db)).toEqual([newest])
  await running.end()
  await open(env)
  expect(await pendingMigrations(db)).toEqual([])
})

test('a gateway that starts while another version changes the schema ends', async () => {
  const db = openMade(await bareDatabase())
  await migrate(db)
  await requireCurrent(db)
  await sql`insert into kysely_migration (name, timestamp) values ('9999-newer', '')`.execute(db)
  await expect(requireCurrent(db)).rejects.toThrow(/of a newer Sotto.*9999-newer.*Run the newer version/)
})

test('an older gateway that runs on the data folder keeps its schema', async () => {
  unpackOldData(folder)
  const env = { SOTTO_DATA_DIR: folder }
  const lock = await lockFolder(join(folder, 'offline'), systemClock, 0)
  const db = openSqlite(join(folder, 'offline', 'sotto.db'))
  const before = await pendingMigrations(db)
  await expect(open(env)).rejects.toThrow(/changes the database first.*in use by process \d+.*Stop it/)
  expect(await pendingMigrations(db)).toEqual(before)
  lock.release()
  await open(env)
  expect([before.length > 0, await pendingMigrations(db)]).toEqual([true, []])
  await db.destroy()
})

test('a command beside a gateway of its own version does not wait', async () => {
  const env = { SOTTO_DATA_DIR: folder }
  await open(env)
  const lock = await lockFolder(join(folder, 'offline'), systemClock, 0)
  await open(env)
  lock.release()
})

test('sotto doctor says that a newer version has changed the schema, and whether this one can go on', async () => {
  const env = { SOTTO_DATA_DIR: folder }
  await open(env)
  const db = openSqlite(join(folder, 'offline', 'sotto.db'))
  const found = async (name: string) => {
    await sql`insert into kysely_migration (name, timestamp) values (${name}, '')`.execute(db)
    const findings = await checkDatabase(readConfig(env), join(folder, 'offline'), systemClock)
    return findings.filter(({ state }) => state !== 'ok')
  }
  const version = { says: expect.stringContaining('9998-notes-expand'), mend: expect.stringContaining('newer version') }
  expect(await found('9998-notes-expand')).toMatchObject([{ what: 'schema', state: 'warn', ...version }])
  expect(await found('9999-notes-contract-9998')).toMatchObject([{ what: 'database', state: 'bad', ...version }])
  await db.destroy()
})
