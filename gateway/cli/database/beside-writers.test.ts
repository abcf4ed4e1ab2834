import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { bareDatabase } from '../../testing/postgres/databases.ts'
import { systemClock } from '../../world/clock.ts'
import { checkDatabase } from '../doctor/database/database.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sotto-beside-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A gateway that does nothing but write to the audit log, as fast as it can. */
const WRITER = `
  const { auditAdmin } = await import('./gateway/auth/manage/manage-account.ts')
  const { openStore } = await import('./gateway/cli/open-store.ts')
  const { readConfig } = await import('./gateway/config/config.ts')
  const store = await openStore(readConfig(process.env))
  for (let written = 0; ; written++) {
    await auditAdmin(store, null, 'backup.made')
    if (written === 10) console.log('writes')
  }`

const MINUTE_MS = 60_000
const bad = async (env: Record<string, string>, now = systemClock.now) => {
  const found = await checkDatabase(readConfig(env), join(folder, 'offline'), { now })
  return found.filter(({ state }) => state === 'bad').map(({ says }) => says)
}

test.each(['SQLite', 'PostgreSQL'])(
  'doctor finds nothing bad in a sound %s that a gateway writes to meanwhile',
  async (engine) => {
    const at: Record<string, string> = engine === 'SQLite' ? {} : { DATABASE_URL: await bareDatabase() }
    const env = { SOTTO_DATA_DIR: folder, ...at }
    const writer = spawn(process.execPath, ['--input-type=module', '-e', WRITER], { env: { ...process.env, ...env } })
    await once(writer.stdout, 'data')
    const found: string[] = []
    for (let times = 0; times < 10; times++) found.push(...(await bad(env)))
    expect(writer.exitCode).toBeNull()
    writer.kill('SIGKILL')
    await once(writer, 'exit')
    expect(found).toEqual([])
    // Clocks of gateways differ by moments; by more than a minute one of them is wrong.
    expect(await bad(env, () => systemClock.now() - MINUTE_MS / 2)).toEqual([])
    expect(await bad(env, () => systemClock.now() - 2 * MINUTE_MS)).toEqual([
      expect.stringMatching(/last audit entry is \d+ s in the future/),
    ])
  },
)
