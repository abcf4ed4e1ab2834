import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lockFolder } from '../../db/folder-lock.ts'
import { migrate, pendingMigrations } from '../../db/migrate.ts'
import { announceGateway } from '../../db/postgres/leases/gateways.ts'
import { openSqlite } from '../../db/sqlite.ts'
import { unpackOldData } from '../../testing/old-data/old-data.ts'
import { bareDatabase, openMade } from '../../testing/postgres/databases.ts'
import { systemClock } from '../../world/clock.ts'
import { createProgram } from '../program.ts'

vi.setConfig({ testTimeout: 240_000 })

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sotto-adversary-'))
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
})
afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = 0
  rmSync(folder, { recursive: true })
})

const sotto = (env: Record<string, string>, ...args: string[]) =>
  createProgram(env)
    .exitOverride()
    .parseAsync(['node', 'sotto', ...args])

test('a schema is not changed under a gateway that runs', async () => {
  const url = await bareDatabase()
  const db = openMade(url)
  await migrate(db)
  // As though this version had one migration more than the gateway that runs.
  await sql`drop table request_counts`.execute(db)
  await sql`delete from kysely_migration where name = '0016-request-counts'`.execute(db)
  const running = await announceGateway(db)
  const told = await migrate(openMade(url)).then(
    () => 'migrated',
    () => 'refused',
  )
  await running.end()
  expect(told).toBe('refused')
})

test('an older gateway that runs on the data folder keeps its schema', async () => {
  unpackOldData(folder)
  const lock = await lockFolder(join(folder, 'offline'), systemClock, 0)
  const env = { SOTTO_DATA_DIR: folder }
  const told = await sotto(env, 'account', 'list').then(
    () => 'done',
    () => 'refused',
  )
  const db = openSqlite(join(folder, 'offline', 'sotto.db'))
  const pending = (await pendingMigrations(db)).length
  await db.destroy()
  lock.release()
  expect({ told, isMigrated: pending === 0 }).toEqual({ told: 'refused', isMigrated: false })
})
