import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { lockFolder } from '../../db/folder-lock.ts'
import { unpackOldData } from '../../testing/old-data/old-data.ts'
import { bareDatabase } from '../../testing/postgres/databases.ts'
import { systemClock } from '../../world/clock.ts'
import { checkDatabase } from '../doctor/database.ts'
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
