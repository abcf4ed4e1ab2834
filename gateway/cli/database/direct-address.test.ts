import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { pendingMigrations } from '../../db/migrate.ts'
import { bareDatabase, openMade } from '../../testing/postgres/databases.ts'
import { type Pooler, poolerTo } from '../../testing/postgres/pooler.ts'
import { openStore } from '../open-store.ts'

let folder: string
let url: string
let pooler: Pooler
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sotto-direct-'))
  url = await bareDatabase()
  pooler = await poolerTo(url)
})
afterEach(async () => {
  await pooler.close()
  rmSync(folder, { recursive: true })
})

const open = async (direct: string) => {
  const env = { SOTTO_DATA_DIR: folder, DATABASE_URL: pooler.url, DATABASE_URL_MIGRATE: direct }
  await (await openStore(readConfig(env))).db.destroy()
}

test('tables are made by the direct address, and that of gateways need not be allowed to', async () => {
  const db = openMade(url)
  // The pooler's sessions may make no tables.
  await sql`create function no_tables() returns event_trigger language plpgsql as
    $$ begin if current_setting('application_name') = 'pooler' then raise 'not here'; end if; end $$`.execute(db)
  await sql`create event trigger no_tables on ddl_command_start execute function no_tables()`.execute(db)
  await expect(open(pooler.url)).rejects.toThrow(/could not be brought up to date.*not here/)
  await open(url)
  expect(await pendingMigrations(db)).toEqual([])
  // Nothing is to be done any more, and nobody goes there.
  await open('postgres://nobody@127.0.0.1:1/nowhere')
})

test('an address that leads to another database changes nothing there', async () => {
  const other = await bareDatabase()
  await expect(open(other)).rejects.toThrow(/DATABASE_URL_MIGRATE.*names another database than DATABASE_URL/)
  expect((await openMade(other).introspection.getTables()).length).toBe(0)
})
