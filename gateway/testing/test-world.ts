import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { sql } from 'kysely'
import { type Client, createClient } from '#shared/client.ts'
import type { Address } from '#shared/model/ids.ts'
import { createAccount } from '../accounts/create-account.ts'
import { createApp } from '../app.ts'
import { createApiKey, type NewApiKey } from '../auth/credentials/api-keys.ts'
import { createFakeChain, type FakeChain } from '../chain/fake/chain.ts'
import { readConfig, type Source } from '../config/config.ts'
import { type Database, isPostgres } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { createLeases } from '../db/postgres/leases/leases.ts'
import { countTogether } from '../db/postgres/request-counts-store.ts'
import { openKeyring } from '../db/sealed/open-keyring.ts'
import { openSqlite } from '../db/sqlite.ts'
import type { Env } from '../http/env.ts'
import { createLocks, type Locks } from '../world/locks.ts'
import { createMemory } from '../world/memory.ts'
import { newId } from '../world/new-id.ts'
import { createPost } from '../world/outgoing/post.ts'
import { createRequestCounter, type RequestCounter } from '../world/requests/counter.ts'
import { createSingleFlight } from '../world/single-flight.ts'
import type { World } from '../world/world.ts'
import { callInto, ORIGIN, request } from './call-into.ts'
import { lentDatabase, onPostgres, openBeside } from './postgres/databases.ts'
import { closingWithFile } from './set-up/closing.ts'
import { silentLog } from './silent-log.ts'

/** A world for unit tests: real SQLite in memory, or real PostgreSQL, the fake chain, a clock that a test moves by hand. */
export type TestWorld = World & { chain: FakeChain; clock: World['clock'] & { pass(ms: number): void } }

export async function createTestWorld(settings: Source = {}, file?: string): Promise<TestWorld> {
  const inMemory = file === undefined
  // A commit to a file waits for others that may come along.
  const patienceMs = inMemory ? 5 : 100
  const { db, locks } = await openTestDatabase(file)
  let now = Date.parse('2026-01-01T00:00:00Z')
  const elapsed = { elapsed: () => now }
  const isPatience = (signal?: AbortSignal) =>
    signal !== undefined && signal !== world.closing && signal !== world.drained
  const world: TestWorld = {
    config: readConfig({ SOTTO_RECEIPT_WAIT_MS: inMemory ? '0' : '100', ...settings }),
    db,
    keys: await openKeyring(db, randomBytes(32)),
    chain: createFakeChain(),
    clock: {
      now: () => now,
      elapsed: () => now,
      pass: (ms) => {
        now += ms
      },
      // Time passes at once, so that no test sleeps; other work gets its turn.
      sleep: (ms, signal) =>
        new Promise((resolve) => {
          const pass = () => {
            if (!signal?.aborted && ms < 5_000) now += ms
            resolve()
          }
          const isPatient = isPatience(signal)
          const timer = setTimeout(pass, isPatient ? PATIENCE_MS : Math.min(ms, patienceMs))
          const end = () => {
            clearTimeout(timer)
            resolve()
          }
          if (isPatient) signal?.addEventListener('abort', end, { once: true })
        }),
    },
    sharedNow: async () => now,
    newId,
    locks,
    requests: counterOf(db, elapsed),
    singleFlight: createSingleFlight(),
    memory: createMemory(),
    post: createPost({ reach: 'loopback', timeoutMs: 2_000, maxBytes: 4_096 }),
    log: silentLog,
    step() {},
    closing: closingWithFile(),
    drained: new AbortController().signal,
  }
  return world
}

/** Patience with a look at the chain takes real time: a look waits for threads and servers, and a slow machine for all of them. */
const PATIENCE_MS = 3_000

async function openTestDatabase(file: string | undefined): Promise<{ db: Database; locks: Locks }> {
  if (onPostgres && file === undefined) {
    const db = await lentDatabase()
    return { db, locks: createLeases(db) }
  }
  made ??= migrated()
  if (file !== undefined && !existsSync(file)) writeFileSync(file, await made)
  const db = file === undefined ? openSqlite(await made) : openSqlite(file)
  if (file !== undefined) await migrate(db)
  return { db, locks: createLocks() }
}

/** The bytes of a database that was just made: every world of SQLite begins as a copy, so that only one waits for migrations. */
let made: Promise<Buffer> | undefined

async function migrated(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'sotto-made-'))
  const db = openSqlite(':memory:')
  await migrate(db)
  await sql`vacuum into ${join(folder, 'made.db')}`.execute(db)
  await db.destroy()
  const bytes = readFileSync(join(folder, 'made.db'))
  rmSync(folder, { recursive: true })
  return bytes
}

/** By the clock that a test moves. */
function counterOf(db: Database, clock: Pick<World['clock'], 'elapsed'>): RequestCounter {
  const alone = createRequestCounter(clock)
  const now = () => sql<number>`${clock.elapsed()}::bigint`
  return isPostgres(db) ? countTogether(db, alone, now) : alone
}

/** Another gateway on the same PostgreSQL and the same chain: only what one process remembers is its own. */
export function anotherGateway(world: TestWorld): TestWorld {
  const db = openBeside(world.db as Database)
  const own = { db, locks: createLeases(db), requests: counterOf(db, world.clock) }
  return { ...world, ...own, singleFlight: createSingleFlight(), memory: createMemory() }
}

export type Tester = {
  app: Hono<Env>
  accountId: string
  email: string
  apiKey: string
  /** The typed client of this account, straight into the app. */
  api: Client
  /** A raw request with this account's key, for what a well-typed client cannot say. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>
}

/** An account with a key of its own, and ways to call the API as it. */
export async function createTester(
  world: TestWorld,
  key: Partial<NewApiKey> = {},
  app = createApp(world),
): Promise<Tester> {
  const { id: accountId, email } = await createAccount(world, `${newId()}@example.org`, PASSWORD)
  const { secret: apiKey } = await createApiKey(world, { accountId, label: 'test', ...key })
  return testerOf({ accountId, email, apiKey }, app)
}

/** The same account at an app: at that of another gateway, say. */
export function testerOf(
  { accountId, email, apiKey }: Pick<Tester, 'accountId' | 'email' | 'apiKey'>,
  app: Hono<Env>,
): Tester {
  const call = callInto(app)
  return {
    app,
    accountId,
    email,
    apiKey,
    api: createClient({ origin: ORIGIN, apiKey, fetch: call }),
    ask: (method, path, body, headers = {}) =>
      call(`${ORIGIN}/api/v1${path}`, request(method, body, { authorization: `Bearer ${apiKey}`, ...headers })),
  }
}

/** The password of every account that `createTester` makes. */
export const PASSWORD = 'correct horse battery'
/** A custodial wallet with gas, 40 STABLE and 60 cSTABLE. */
export async function walletWithMoney({ api }: Pick<Tester, 'api'>): Promise<{ id: string; address: Address }> {
  const { id, address } = (await api.createWallet({ type: 'custodial' })).wallet
  await api.fund({ walletId: id, amount: '100' })
  await api.mint({ walletId: id, amount: '60' })
  return { id, address: address as Address }
}

/** What the gateway has told an account, in order. */
export function newsOf({ db }: Pick<World, 'db'>, accountId: string) {
  return db.selectFrom('outbox').selectAll().where('accountId', '=', accountId).orderBy('sequence').execute()
}
