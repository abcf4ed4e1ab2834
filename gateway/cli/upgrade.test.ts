import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { keccak256 } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { pendingMigrations } from '../db/migrate.ts'
import { attemptsOf } from '../legs/attempts-store.ts'
import { legsOf } from '../legs/store.ts'
import { isLong } from '../testing/how-often.ts'
import { oldData, unpackOldData } from '../testing/old-data/old-data.ts'
import { openEverything } from './backup/open-everything.ts'
import { keptHead } from './keys/audit-head.ts'
import { openStore, type Store } from './open-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'sotto-upgrade-'))
const old = join(folder, 'old')
afterAll(() => rmSync(folder, { recursive: true }))

/** What an upgraded folder amounts to: its schema, what is in it, and that all of it opens. */
type State = { schema: unknown; rows: Record<string, number>; found: object }

const open = (dir: string) => openStore(readConfig({ SOTTO_DATA_DIR: dir }))

async function withStore<T>(dir: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await open(dir)
  return work(store).finally(() => store.db.destroy())
}

async function stateOf({ db, keys, dir }: Store): Promise<State> {
  expect(await pendingMigrations(db)).toEqual([])
  const { rows: schema } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_schema where sql is not null order by name`.execute(db)
  const rows: Record<string, number> = {}
  for (const { name } of await db.introspection.getTables()) {
    const { rows: counted } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(db)
    rows[name] = counted[0]?.n ?? -1
  }
  return { schema, rows, found: await openEverything(db, keys, keptHead(dir)) }
}

/** Calls before every statement that SQLite is given, in this process. */
let before = () => {}
const statement = Object.getPrototypeOf(new Sqlite(':memory:').prepare('select 1'))
for (const name of ['run', 'all', 'get', 'iterate']) {
  const original = statement[name]
  statement[name] = function (...args: unknown[]) {
    before()
    return original.apply(this, args)
  }
}

/** Each statement before a release, else every fourth. */
const everyNth = isLong ? 1 : 4
/** The folder as it was on disk before each statement of the upgrade: what a kill at that point would leave. */
const moments: string[] = []
let whole: State
/** Bytes to be sent again, of the redeem without a look. */
let unsent: { state?: string; bytes: string[] }
let statements: number

beforeAll(async () => {
  mkdirSync(old)
  unpackOldData(old)
  rmSync(join(old, 'offline', 'testnet'), { recursive: true })
  const upgraded = join(folder, 'upgraded')
  cpSync(old, upgraded, { recursive: true })
  before = () => {
    const moment = join(folder, `moment-${moments.length}`)
    cpSync(upgraded, moment, { recursive: true, filter: (path) => !path.endsWith('-shm') })
    moments.push(moment)
  }
  const store = await open(upgraded).finally(() => {
    before = () => {}
  })
  statements = moments.length
  const [leg] = await legsOf(store.db, store.keys, oldData.unpaid)
  const attempts = await attemptsOf(store.db, store.keys, leg?.id ?? '')
  unsent = { ...(leg && { state: leg.state }), bytes: attempts.map(({ raw }) => keccak256(raw)) }
  whole = await stateOf(store).finally(() => store.db.destroy())
})

test('a data folder of version 0.1.0 opens and migrates: nothing is lost, and every value opens', () => {
  expect(whole.found).toMatchObject({ accounts: 1, events: expect.any(Number) })
  expect(whole.rows).toMatchObject({ accounts: 1, wallets: 2, transactions: 5, transaction_totals: 5 })
})

test('a leg of it that is open stays open, with the bytes that were signed', () => {
  expect(unsent).toEqual({ state: 'open', bytes: [oldData.unpaidHash] })
})

test('an upgrade that is killed before any of its statements goes on where it stood', async () => {
  expect(moments.length).toBeGreaterThan(60)
  for (const moment of moments.filter((_, at) => at % everyNth === 0)) {
    expect(await withStore(moment, stateOf), moment).toEqual(whole)
  }
})

/** The same with a real process: it ends itself, as `kill -9` does, before its n-th statement. */
const dying = `
  import Sqlite from 'better-sqlite3'
  import { readConfig } from './gateway/config/config.ts'
  import { openStore } from './gateway/cli/open-store.ts'
  let left = Number(process.argv[1])
  const statement = Object.getPrototypeOf(new Sqlite(':memory:').prepare('select 1'))
  for (const name of ['run', 'all', 'get', 'iterate']) {
    const original = statement[name]
    statement[name] = function (...args) {
      if (--left === 0) process.kill(process.pid, 'SIGKILL')
      return original.apply(this, args)
    }
  }
  await openStore(readConfig({ SOTTO_DATA_DIR: process.argv[2] }))`

test.each([0.1, 0.5, 0.9])(
  'a process that is killed after %d of the upgrade leaves what the next one finishes',
  async (part) => {
    const dir = mkdtempSync(join(folder, 'killed-'))
    cpSync(old, dir, { recursive: true })
    const at = String(Math.max(1, Math.round(part * statements)))
    const { signal, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', dying, at, dir], {
      encoding: 'utf8',
    })
    expect([signal, stderr]).toEqual(['SIGKILL', ''])
    expect(readdirSync(join(dir, 'offline'))).toContain('sotto.db')
    expect(await withStore(dir, stateOf)).toEqual(whole)
  },
)
