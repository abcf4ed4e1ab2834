import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createApp } from '../../app.ts'
import { verifyEvents } from '../../audit/verify.ts'
import { readConfig } from '../../config/config.ts'
import { keptTables } from '../../db/copy-rows.ts'
import { pendingMigrations } from '../../db/migrate.ts'
import { flawOf } from '../../db/postgres/require-safe.ts'
import { bareDatabase } from '../../testing/postgres/databases.ts'
import { createTester, createTestWorld, type Tester, testerOf, walletWithMoney } from '../../testing/test-world.ts'
import { makeBackup } from '../backup/make-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { openStore, type Store } from '../open-store.ts'
import { createProgram } from '../program.ts'
import { firstAccount } from '../start/first-account.ts'
import { moveToPostgres } from './move.ts'
import { bindTestnet } from './network-of.ts'

let folder: string
const opened: Store[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sotto-postgres-cli-'))
})
afterEach(async () => {
  for (const store of opened.splice(0)) await store.db.destroy()
  vi.restoreAllMocks()
  process.exitCode = 0
  rmSync(folder, { recursive: true })
})

const configured = (url?: string, more: Record<string, string> = {}) =>
  readConfig({ SOTTO_DATA_DIR: folder, ...(url === undefined ? {} : { DATABASE_URL: url }), ...more })
const file = () => join(folder, 'offline', 'sotto.db')

async function open(...[url, more]: Parameters<typeof configured>): Promise<Store> {
  const store = await openStore(configured(url, more))
  opened.push(store)
  return store
}

/** An installation on SQLite that has seen payments, and its account. */
async function made(): Promise<Tester> {
  const store = await openStore(configured())
  const world = { ...(await createTestWorld()), db: store.db, keys: store.keys, newId: store.newId }
  const tester = await createTester(world)
  const wallet = await walletWithMoney(tester)
  await tester.api.redeem({ walletId: wallet.id, amount: '1' })
  await store.db.destroy()
  return tester
}

/** What an account sees of its payments through a gateway on a store. */
async function seen(store: Store, tester: Tester) {
  const app = createApp({ ...(await createTestWorld()), db: store.db, keys: store.keys, locks: store.locks })
  const { items } = await testerOf(tester, app).api.listTransactions({ pageSize: 100 })
  return items.map(({ id, type, amount }) => [id, type, amount])
}

test('db copy moves an installation: the account sees the same, and the file is no database any more', async () => {
  const tester = await made()
  const before = await openStore(configured())
  const expected = await seen(before, tester)
  await before.db.destroy()
  const url = await bareDatabase()
  const { rows, sealed, events, aside } = await moveToPostgres(configured(url))
  expect([rows > 20, sealed > 5, events > 0]).toEqual([true, true, true])
  expect([existsSync(file()), existsSync(aside)]).toEqual([false, true])
  const after = await open(url)
  expect(expected).toHaveLength(3)
  expect(await seen(after, tester)).toEqual(expected)
  await expect(moveToPostgres(configured(url))).rejects.toThrow(/no SQLite database/)
})

test('a copy that was killed before the file got its other name is finished by the next', async () => {
  await made()
  const url = await bareDatabase()
  const { aside } = await moveToPostgres(configured(url))
  const { renameSync } = await import('node:fs')
  renameSync(aside, file())
  expect((await moveToPostgres(configured(url))).rows).toBeGreaterThan(20)
})

test('nothing is copied over data, nor from a database that somebody has altered', async () => {
  await made()
  const other = await bareDatabase()
  await open(other, { SOTTO_DATA_DIR: join(folder, 'other') })
  await expect(moveToPostgres(configured(other))).rejects.toThrow(/holds data already/)
  const store = await openStore(configured())
  await sql`update wallets set account_id = 'somebody else' where false`.execute(store.db)
  await sql`update api_keys set scopes = 'read'`.execute(store.db)
  await store.db.destroy()
  const url = await bareDatabase()
  await expect(moveToPostgres(configured(url))).rejects.toThrow(/api_keys/)
  expect(existsSync(file())).toBe(true)
})

test('a backup of PostgreSQL is restored on SQLite, and on another PostgreSQL that is empty', async () => {
  const tester = await made()
  const url = await bareDatabase()
  await moveToPostgres(configured(url))
  const store = await open(url)
  const expected = await seen(store, tester)
  const backup = join(folder, 'all.backup')
  await makeBackup(store, configured(url), backup, 'a long passphrase')
  for (const target of [undefined, await bareDatabase()]) {
    const config = configured(target, { SOTTO_DATA_DIR: join(folder, `restored-${target === undefined}`) })
    await restoreBackup(config, backup, 'a long passphrase', false)
    const restored = await openStore(config)
    opened.push(restored)
    expect(await seen(restored, tester)).toEqual(expected)
    expect(readdirSync(restored.dir).some((name) => name.startsWith('sotto.db'))).toBe(target === undefined)
  }
  const onto = configured(url, { SOTTO_DATA_DIR: join(folder, 'elsewhere') })
  await expect(restoreBackup(onto, backup, 'a long passphrase', true)).rejects.toThrow(/holds data already/)
})

test('two gateways that start at once on an empty database migrate once and make one account', async () => {
  const url = await bareDatabase()
  const key = 'ab'.repeat(32)
  const dirs = ['one', 'two'].map((name) => join(folder, name))
  const stores = await Promise.all(dirs.map((dir) => open(url, { SOTTO_DATA_DIR: dir, SOTTO_MASTER_KEY: key })))
  const made = await Promise.all(stores.map((store) => firstAccount(store, configured(url))))
  expect(made.filter((created) => created !== undefined)).toHaveLength(1)
  const [store] = stores
  if (store === undefined) throw new Error('none was opened')
  expect(await pendingMigrations(store.db)).toEqual([])
  expect(await verifyEvents(store.db, store.keys)).toMatchObject({ is: 'whole' })
})

test('a database belongs to one network', async () => {
  const url = await bareDatabase()
  await open(url)
  await expect(open(url, { SOTTO_NETWORK: 'sepolia' })).rejects.toThrow(/belongs to the network offline/)
})

test('and an offline one to one test-net, whichever gateway comes first', async () => {
  const { db } = await open(await bareDatabase())
  const nets = ['0xa', '0xb'].map((genesisHash) => ({ genesisHash: genesisHash as `0x${string}` }))
  const told = await Promise.allSettled(nets.map((net) => bindTestnet(db, net)))
  expect(told.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const first = told[0]?.status === 'fulfilled' ? nets : nets.toReversed()
  await bindTestnet(db, first[0])
  await expect(bindTestnet(db, first[1])).rejects.toThrow(/belongs to another offline test-net.*SOTTO_TESTNET/)
})

test('a second machine without the master key is told so, and makes none', async () => {
  const url = await bareDatabase()
  await open(url)
  const elsewhere = join(folder, 'elsewhere')
  await expect(open(url, { SOTTO_DATA_DIR: elsewhere })).rejects.toThrow(/set SOTTO_MASTER_KEY/)
  expect(readdirSync(join(elsewhere, 'offline'))).toEqual([])
})

test('doctor looks through the database that DATABASE_URL names', async () => {
  const url = await bareDatabase()
  await open(url)
  let out = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += text
    return true
  })
  const program = await createProgram({ SOTTO_DATA_DIR: folder, DATABASE_URL: url })
  await program.parseAsync(['node', 'sotto', 'doctor'])
  expect(out).toMatch(/ok +database: no account; .* is whole/)
  expect(out).toMatch(/ok +totals/)
})

test('every table is copied but what lasts a moment: leases and counts of requests', async () => {
  const store = await open(await bareDatabase())
  const tables = await store.db.introspection.getTables()
  const named = keptTables.map(([table]) => table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
  expect([...named, 'leases', 'request_counts'].sort()).toEqual(tables.map(({ name }) => name).sort())
})

const safe = { version: 180_000, encoding: 'UTF8', standby: false, fsync: 'on', commit: 'on', readOnly: 'off' }
test.each([
  ['as it comes', safe, undefined],
  ['that waits for a standby', { ...safe, commit: 'remote_apply' }, undefined],
  ['that forgets commits', { ...safe, commit: 'off' }, /synchronous_commit=off/],
  ['that does not flush', { ...safe, fsync: 'off' }, /fsync=off/],
  ['that is a standby', { ...safe, standby: true }, /cannot be written/],
  ['that is read-only', { ...safe, readOnly: 'on' }, /cannot be written/],
  ['with another encoding', { ...safe, encoding: 'SQL_ASCII' }, /UTF8/],
  ['that is old', { ...safe, version: 130_000 }, /older than version 14/],
])('a server %s', (_, facts, flaw) => {
  if (flaw === undefined) expect(flawOf(facts)).toBeUndefined()
  else expect(flawOf(facts)).toMatch(flaw)
})
