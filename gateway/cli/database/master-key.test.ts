import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { announceGateway } from '../../db/postgres/leases/gateways.ts'
import { bareDatabase } from '../../testing/postgres/databases.ts'
import { createTester, createTestWorld, walletWithMoney } from '../../testing/test-world.ts'
import { openEverything } from '../backup/open-everything.ts'
import { handOver, requireNewestKey } from '../keys/master-key.ts'
import { openStore, type Store } from '../open-store.ts'
import { createProgram } from '../program.ts'
import { followKeys } from '../start/follow-keys.ts'

let folder: string
let url: string
const opened: Store[] = []

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sotto-rotate-'))
  url = await bareDatabase()
})
afterEach(async () => {
  for (const store of opened.splice(0)) await store.db.destroy()
  vi.restoreAllMocks()
  process.exitCode = 0
  rmSync(folder, { recursive: true })
})

const settings = (more: Record<string, string> = {}) => ({ SOTTO_DATA_DIR: folder, DATABASE_URL: url, ...more })
const keyFile = (at = folder) => join(at, 'offline', 'master.key')
const OLD = '1'.repeat(64)
const NEXT = '2'.repeat(64)

async function open(more?: Record<string, string>): Promise<Store> {
  const store = await openStore(readConfig(settings(more)))
  opened.push(store)
  return store
}

/** An installation that has seen payments. */
async function made(more?: Record<string, string>): Promise<Store> {
  const store = await open(more)
  const { db, keys, locks, requests, newId } = store
  const world = { ...(await createTestWorld()), db, keys, locks, requests, newId }
  await walletWithMoney(await createTester(world))
  return store
}

async function sotto(args: string, more?: Record<string, string>): Promise<string> {
  let out = ''
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += text
    return true
  })
  await (await createProgram(settings(more))).parseAsync(['node', 'sotto', ...args.split(' ')])
  return out
}

/** Opens every sealed value, and says under which data keys they are sealed. */
async function sealedUnder(more?: Record<string, string>): Promise<string[]> {
  const { db, keys } = await open(more)
  await openEverything(db, keys, undefined)
  const rows = await db.selectFrom('wallets').select('key').where('key', 'is not', null).execute()
  return [...new Set(rows.map(({ key }) => key?.split('.')[0] ?? ''))]
}

test('everything is sealed under a new data key, and the old master key opens nothing', async () => {
  await made()
  const old = readFileSync(keyFile(), 'utf8').trim()
  expect(await sotto('master-key rotate')).toMatch(/values are sealed anew.*Copy master\.key into the folder of every/s)
  expect(await sealedUnder()).toEqual(['v2'])
  await expect(open({ SOTTO_MASTER_KEY: old })).rejects.toThrow(/does not fit/)
})

test('another gateway needs the new file', async () => {
  await made()
  const elsewhere = join(folder, 'elsewhere')
  mkdirSync(join(elsewhere, 'offline'), { recursive: true })
  copyFileSync(keyFile(), keyFile(elsewhere))
  await sotto('master-key rotate')
  await expect(open({ SOTTO_DATA_DIR: elsewhere })).rejects.toThrow(/does not fit/)
  copyFileSync(keyFile(), keyFile(elsewhere))
  expect(await sealedUnder({ SOTTO_DATA_DIR: elsewhere })).toEqual(['v2'])
})

test('where the keeper holds the key, a file brings the new one, and a second run ends what a first one began', async () => {
  await made({ SOTTO_MASTER_KEY: OLD })
  const file = join(folder, 'next')
  writeFileSync(file, `${NEXT}\n`)
  for (let again = 0; again < 2; again++)
    await sotto(`master-key rotate --new-key-file ${file}`, { SOTTO_MASTER_KEY: OLD })
  expect(await sealedUnder({ SOTTO_MASTER_KEY: NEXT })).toEqual(['v2'])
  await expect(open({ SOTTO_MASTER_KEY: OLD })).rejects.toThrow(/does not fit/)
})

test('it is refused while a gateway runs on the database, wherever that is, and changes nothing', async () => {
  const store = await made()
  const before = readFileSync(keyFile(), 'utf8')
  const gateways = [await announceGateway(store.db), await announceGateway(store.db)]
  await expect(sotto('master-key rotate')).rejects.toThrow(/Stop all gateways on this database first: 2 of them run/)
  expect(readFileSync(keyFile(), 'utf8')).toBe(before)
  expect(await sealedUnder()).toEqual(['v1'])
  expect(await sotto('master-key rotate --seal-only')).toContain('still opens new copies')
  expect(readFileSync(keyFile(), 'utf8')).not.toBe(before)
  for (const gateway of gateways) await gateway.end()
  await sotto('master-key rotate')
  expect(await sealedUnder()).toEqual(['v2'])
})

test('a gateway that was killed counts until its time is over', async () => {
  const store = await made()
  const gateway = await announceGateway(store.db)
  await store.db.updateTable('leases').set({ until: 0 }).execute()
  await sotto('master-key rotate')
  expect(await sealedUnder()).toEqual(['v2'])
  await gateway.end()
})

test('a gateway that read its keys just before a rotation does not start with them', async () => {
  const store = await made()
  await requireNewestKey(store)
  await sotto('master-key rotate')
  await announceGateway(store.db)
  await expect(requireNewestKey(store)).rejects.toThrow(/rotated a moment ago/)
})

test('a gateway that stood still during a rotation ends, and seals nothing more under the old data key', async () => {
  const store = await made()
  // For longer than its announcement lasts: it counts as ended.
  const stoodStill = await open()
  await handOver(store.db, store.dir, async () => {}, 'new data key')
  const world = { ...stoodStill, closing: new AbortController().signal }
  expect(await followKeys(world, () => {})).toBe(true)
})

test('a gateway goes on where nobody rotates the key, until it stops', async () => {
  const closing = new AbortController()
  const sleep = async () => closing.abort()
  const { clock, ...store } = await made()
  expect(await followKeys({ ...store, clock: { ...clock, sleep }, closing: closing.signal }, () => {})).toBe(false)
})

test('a start meets a rotation under way, and waits for its end', async () => {
  const store = await made()
  const starting = await open()
  const reached = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const rotating = handOver(
    store.db,
    store.dir,
    async () => {
      reached.resolve()
      await goOn.promise
    },
    'new data key',
  )
  await reached.promise
  await announceGateway(starting.db)
  const started = requireNewestKey(starting).catch((error: Error) => error.message)
  goOn.resolve()
  await rotating
  expect(await started).toMatch(/rotated a moment ago/)
})

test('a rotation cut short before its commit changes nothing; after it, whoever opens the folder completes it', async () => {
  const store = await made()
  const cut = () => Promise.reject(new Error('killed'))
  await expect(handOver(store.db, store.dir, cut, 'new data key')).rejects.toThrow('killed')
  expect(await sealedUnder()).toEqual(['v1'])
  await handOver(store.db, store.dir, async () => {}, 'new data key')
  expect(await sealedUnder()).toEqual(['v1'])
  expect(readdirSync(store.dir).filter((name) => name.startsWith('master.key.'))).toEqual([])
  await sotto('master-key rotate')
  expect(await sealedUnder()).toEqual(['v3'])
})

test('killed wherever it happens to be, one of the keys on disk fits', async () => {
  await made()
  const script = `
    import { openStore } from './gateway/cli/open-store.ts'
    import { adoptWaitingKey } from './gateway/crypto/master-key.ts'
    import { handOver } from './gateway/cli/keys/master-key.ts'
    import { readConfig } from './gateway/config/config.ts'
    const store = await openStore(readConfig(process.env))
    console.log('rotating')
    for (;;) adoptWaitingKey(store.dir, await handOver(store.db, store.dir, async () => {}, 'new data key'))`
  for (const ms of [0, 5, 20]) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, ...settings() },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
    expect(child.exitCode).toBeNull()
    await new Promise((resolve) => setTimeout(resolve, ms))
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await sealedUnder()).toEqual(['v1'])
  }
})
