import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from './open.ts'

let folder: string
let file: string
let writer: Sqlite.Database
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sotto-patient-'))
  file = join(folder, 'sotto.db')
  writer = new Sqlite(file)
  writer.exec('pragma journal_mode = wal; create table t (n)')
})
afterEach(() => {
  writer.close()
  rmSync(folder, { recursive: true })
})

/** Writes a row while another connection writes, until `ends`. Returns its outcome. */
async function write(serving: boolean, ends: Promise<unknown>): Promise<unknown> {
  const { db } = await openDatabase({ url: undefined, file, serving })
  writer.exec('begin immediate')
  const written = sql`insert into t values (1)`.execute(db).then(
    () => 'written',
    (error: { code: string }) => error.code,
  )
  await Promise.race([ends, written])
  writer.exec('rollback')
  const outcome = await written
  await db.destroy()
  return outcome
}

test('a command waits for a gateway that writes longer than a request of it would wait', async () => {
  const refused = write(true, new Promise(() => {}))
  expect(await refused).toBe('SQLITE_BUSY')
  const long = new Promise((resolve) => setTimeout(resolve, 800))
  expect(await write(false, long)).toBe('written')
})
