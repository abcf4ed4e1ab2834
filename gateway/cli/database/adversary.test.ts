import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { auditAdmin } from '../../auth/manage/manage-account.ts'
import { readConfig } from '../../config/config.ts'
import { lockFolder } from '../../db/folder-lock.ts'
import { unpackOldData } from '../../testing/old-data/old-data.ts'
import { bareDatabase } from '../../testing/postgres/databases.ts'
import { systemClock } from '../../world/clock.ts'
import { checkDatabase } from '../doctor/database.ts'
import { openStore, type Store } from '../open-store.ts'
import { createProgram } from '../program.ts'
import { moveToPostgres } from './move.ts'

vi.setConfig({ testTimeout: 240_000 })

let folder: string
const opened: Store[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sotto-adversary-'))
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
})
afterEach(async () => {
  for (const store of opened.splice(0)) await store.db.destroy()
  vi.restoreAllMocks()
  process.exitCode = 0
  rmSync(folder, { recursive: true })
})

const sotto = (env: Record<string, string>, ...args: string[]) =>
  createProgram(env)
    .exitOverride()
    .parseAsync(['node', 'sotto', ...args])

async function open(env: Record<string, string>): Promise<Store> {
  const store = await openStore(readConfig(env))
  opened.push(store)
  return store
}

test('"sotto backup" where there is no installation says so, and makes neither one nor a backup of nothing', async () => {
  const env = { SOTTO_DATA_DIR: join(folder, 'nobody'), SOTTO_BACKUP_PASSPHRASE: 'a long passphrase' }
  const file = join(folder, 'before-upgrade.age')
  const told = await sotto(env, 'backup', file).then(
    () => 'done',
    () => 'refused',
  )
  expect({ told, backup: existsSync(file), made: existsSync(join(folder, 'nobody')) }).toEqual({
    told: 'refused',
    backup: false,
    made: false,
  })
})

const NOBODY = 65_534
function give(path: string): void {
  chownSync(path, NOBODY, NOBODY)
  if (statSync(path).isDirectory()) for (const name of readdirSync(path)) give(join(path, name))
}
const notTheirs = (dir: string) => readdirSync(dir).filter((name) => statSync(join(dir, name)).uid !== NOBODY)

test.runIf(process.getuid?.() === 0)(
  'commands that root runs beside the service leave it every file that it reads',
  async () => {
    const env = { SOTTO_DATA_DIR: folder, SOTTO_BACKUP_PASSPHRASE: 'a long passphrase' }
    await (await openStore(readConfig(env))).db.destroy()
    const dir = join(folder, 'offline')
    const file = join(tmpdir(), `${folder.split('/').at(-1)}.age`)
    await sotto(env, 'backup', file)
    give(folder)
    await sotto(env, 'master-key', 'rotate', '--seal-only')
    const afterRotation = notTheirs(dir)
    give(folder)
    await sotto(env, 'restore', file, '--force')
    rmSync(file)
    const afterRestore = [...(statSync(dir).uid === NOBODY ? [] : ['.']), ...notTheirs(dir)]
    expect({ afterRotation, afterRestore }).toEqual({ afterRotation: [], afterRestore: [] })
  },
)

test('db copy binds what it moved to its network', async () => {
  const key = 'ab'.repeat(32)
  const sepolia = { SOTTO_DATA_DIR: folder, SOTTO_NETWORK: 'sepolia', SOTTO_MASTER_KEY: key }
  await (await openStore(readConfig(sepolia))).db.destroy()
  const url = await bareDatabase()
  await moveToPostgres(readConfig({ ...sepolia, DATABASE_URL: url }))
  const offline = { SOTTO_DATA_DIR: folder, SOTTO_MASTER_KEY: key, DATABASE_URL: url }
  await expect(open(offline)).rejects.toThrow(/belongs to the network sepolia/)
})

test('db copy moves a data folder of version 0.1.0, or says what to do first', async () => {
  unpackOldData(folder)
  const url = await bareDatabase()
  const told = await moveToPostgres(readConfig({ SOTTO_DATA_DIR: folder, DATABASE_URL: url })).then(
    () => 'moved',
    (error: unknown) => String(error),
  )
  expect(told).toBe('moved')
})

test('a restore that is refused because the folder is in use has written nothing', async () => {
  const env = { SOTTO_DATA_DIR: join(folder, 'one'), SOTTO_BACKUP_PASSPHRASE: 'a long passphrase' }
  await (await openStore(readConfig(env))).db.destroy()
  const file = join(folder, 'all.age')
  await sotto(env, 'backup', file)
  const url = await bareDatabase()
  const onto = { ...env, SOTTO_DATA_DIR: join(folder, 'two'), DATABASE_URL: url }
  const lock = await lockFolder(join(folder, 'two', 'offline'), systemClock, 0)
  const told: string[] = []
  const restore = () =>
    sotto(onto, 'restore', file, '--force').then(
      () => told.push('restored'),
      (error: unknown) => told.push(String(error).slice(0, 90)),
    )
  await restore()
  lock.release()
  await restore()
  expect(told[1]).toBe('restored')
})

test('doctor finds nothing bad in a sound database that a gateway writes to meanwhile', async () => {
  const env = { SOTTO_DATA_DIR: folder, DATABASE_URL: await bareDatabase() }
  const gateway = await open(env)
  let writes = true
  const writing = (async () => {
    while (writes) await auditAdmin(gateway, null, 'backup.made')
  })()
  const bad: string[] = []
  for (let times = 0; times < 10; times++) {
    const found = await checkDatabase(readConfig(env), gateway.dir, systemClock.now())
    for (const { state, says, mend } of found) if (state === 'bad') bad.push(`${says} | mend: ${mend}`)
  }
  writes = false
  await writing
  expect(bad).toEqual([])
})
