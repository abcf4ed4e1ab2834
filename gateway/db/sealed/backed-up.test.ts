import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { migrate } from '../migrate.ts'
import { openSqlite } from '../sqlite.ts'
import { backedUpAt, backedUpSeed, noteBackedUp } from './backed-up.ts'

const folder = mkdtempSync(join(tmpdir(), 'sotto-backed-up-'))
const open = () => openSqlite(join(folder, 'database.sqlite'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('beside a gateway that writes for a second it is noted, and never an older seed', async () => {
  const [gateway, command] = [open(), open()]
  await migrate(gateway)
  await noteBackedUp(command, 2, 20)
  await sql`begin immediate`.execute(gateway)
  const noted = noteBackedUp(command, 3, 30)
  const older = noteBackedUp(command, 1, 10)
  await sleep(1_000)
  await sql`commit`.execute(gateway)
  await Promise.all([noted, older])
  expect(await backedUpSeed(gateway)).toBe(3)
  await noteBackedUp(command, 3, 25)
  expect(await backedUpAt(gateway)).toBe(25)
  await Promise.all([gateway.destroy(), command.destroy()])
})
