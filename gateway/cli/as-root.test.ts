import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readConfig } from '../config/config.ts'
import { lockFolder } from '../db/folder-lock.ts'
import { systemClock } from '../world/clock.ts'
import { removeLeftovers } from './backup/leftovers.ts'
import { checkDatabase } from './doctor/database/database.ts'
import { examine } from './doctor/examine.ts'
import { checkFiles } from './doctor/files.ts'
import type { Finding } from './doctor/finding.ts'
import { keepHead } from './keys/audit-head.ts'
import { openStore } from './open-store.ts'
import { createProgram } from './program.ts'

const SERVICE = 65_534
let folder: string
let backups: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sotto-service-'))
  backups = mkdtempSync(join(tmpdir(), 'sotto-root-'))
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
})
afterEach(() => {
  vi.restoreAllMocks()
  for (const made of [folder, backups]) rmSync(made, { recursive: true })
})

const env = () => ({ SOTTO_DATA_DIR: folder, SOTTO_BACKUP_PASSPHRASE: 'a long passphrase' })
const dir = () => join(folder, 'offline')
const sotto = async (...args: string[]) => (await createProgram(env())).parseAsync(['node', 'sotto', ...args])

function give(path: string): void {
  chownSync(path, SERVICE, SERVICE)
  if (statSync(path).isDirectory()) for (const name of readdirSync(path)) give(join(path, name))
}

/** What is in the data folder and not the service's own. */
function notTheirs(): string[] {
  const all = readdirSync(folder, { recursive: true }) as string[]
  return all.filter((name) => {
    const { uid, gid } = statSync(join(folder, name))
    return uid !== SERVICE || gid !== SERVICE
  })
}

describe.runIf(process.getuid?.() === 0)('commands that root runs beside the service leave it every file', () => {
  test('migrate, on the folder that the service has been given', async () => {
    give(folder)
    await sotto('migrate')
    expect(readdirSync(dir())).toContain('master.key')
    expect(notTheirs()).toEqual([])
  })

  test('master-key rotate, quick and whole', async () => {
    await sotto('migrate')
    give(folder)
    await sotto('master-key', 'rotate', '--seal-only')
    expect(notTheirs()).toEqual([])
    await sotto('master-key', 'rotate')
    expect(notTheirs()).toEqual([])
  })

  test('backup, and restore over what is there', async () => {
    await sotto('migrate')
    give(folder)
    const file = join(backups, 'all.age')
    await sotto('backup', file)
    await sotto('restore', file, '--force')
    expect(readdirSync(folder)).toHaveLength(2)
    expect(notTheirs()).toEqual([])
    expect(statSync(file).uid).toBe(0)
  })

  test('restore on a new machine', async () => {
    await sotto('migrate')
    const file = join(backups, 'all.age')
    await sotto('backup', file)
    rmSync(dir(), { recursive: true })
    give(folder)
    await sotto('restore', file)
    expect(readdirSync(dir()).sort()).toEqual(['audit-head', 'master.key', 'sotto.db'])
    expect(notTheirs()).toEqual([])
  })

  test('what takes the folder or keeps the head of the audit log', async () => {
    const store = await openStore(readConfig(env()))
    rmSync(join(dir(), 'audit-head'))
    give(folder)
    const lock = await lockFolder(dir(), systemClock, 0)
    await keepHead(store.db, dir())
    lock.release()
    await store.db.destroy()
    expect(readdirSync(dir())).toEqual(expect.arrayContaining(['audit-head', 'holder.json', 'lock.db']))
    expect(notTheirs()).toEqual([])
  })

  test('and what a killed one of root has left keeps no start of the service from its work', () => {
    const gone = 2 ** 30
    mkdirSync(join(dir(), `backup-${gone}-abc`, 'content'), { recursive: true, mode: 0o700 })
    for (const path of [folder, dir()]) chownSync(path, SERVICE, SERVICE)
    process.seteuid?.(SERVICE)
    try {
      expect(removeLeftovers(dir())).toEqual([])
    } finally {
      process.seteuid?.(0)
    }
    expect(removeLeftovers(dir())).toHaveLength(1)
  })
})

describe.runIf(process.getuid?.() === 0)('another user than that of the gateway', () => {
  async function asService<T>(work: () => Promise<T>): Promise<T> {
    process.seteuid?.(SERVICE)
    try {
      return await work()
    } finally {
      process.seteuid?.(0)
    }
  }

  /** An installation into which everybody may look, apart from folder and database. */
  async function openedTo(modes: { folder: number; database: number }): Promise<void> {
    await sotto('migrate')
    chmodSync(folder, 0o755)
    chmodSync(dir(), modes.folder)
    for (const name of readdirSync(dir())) chmodSync(join(dir(), name), 0o644)
    chmodSync(join(dir(), 'sotto.db'), modes.database)
  }

  const badOf = (found: Finding[]) => found.filter(({ state }) => state === 'bad')
  const doctor = () => checkDatabase(readConfig(env()), dir(), systemClock)

  test('is told that the folder is closed, not that there is none', async () => {
    await openedTo({ folder: 0o700, database: 0o600 })
    const closed = { state: 'bad', says: expect.stringMatching(/This user may not read or write it/) }
    expect(await asService(async () => checkFiles(readConfig(env()), dir()))).toMatchObject([
      { ...closed, what: 'data folder' },
    ])
    expect(await asService(doctor)).toMatchObject([{ ...closed, mend: expect.stringContaining('restore nothing') }])
    expect(await asService(() => examine(readConfig(env()), {}))).toBe(1)
    await expect(asService(() => sotto('account', 'list'))).rejects.toMatchObject({ code: 'EACCES' })
  })

  test.each([
    ['closed', { folder: 0o755, database: 0o600 }],
    ['in a folder without the right to write', { folder: 0o755, database: 0o644 }],
  ])('is told of a database that is %s: see its owner, restore nothing', async (_, modes) => {
    await openedTo(modes)
    expect(badOf(await asService(doctor))).toMatchObject([
      {
        what: 'database',
        says: expect.stringMatching(/^The database cannot be/),
        mend: expect.stringMatching(/^see who owns/),
      },
    ])
  })
})
