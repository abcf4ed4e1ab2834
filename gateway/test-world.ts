import { randomBytes } from 'node:crypto'
import { createId } from '@paralleldrive/cuid2'
import type { Hono } from 'hono'
import { type Client, createClient } from '#shared/client.ts'
import { createAccount } from './accounts/create-account.ts'
import { createApp } from './app.ts'
import { createApiKey, type NewApiKey } from './auth/api-keys.ts'
import { createFakeChain, type FakeChain } from './chain/fake/chain.ts'
import { readConfig, type Source } from './config.ts'
import { openKeyring } from './db/keyring.ts'
import { migrate } from './db/migrate.ts'
import { openSqlite } from './db/sqlite.ts'
import type { Env } from './http/env.ts'
import { createLocks } from './locks.ts'
import { silentLog } from './log.ts'
import type { World } from './world.ts'

/** A world for unit tests: real SQLite in memory, the fake chain, a clock that a test moves by hand. */
export type TestWorld = World & { chain: FakeChain; clock: World['clock'] & { pass(ms: number): void } }

export async function createTestWorld(settings: Source = {}, file = ':memory:'): Promise<TestWorld> {
  const db = openSqlite(file)
  await migrate(db)
  let now = Date.parse('2026-01-01T00:00:00Z')
  return {
    config: readConfig({ SOTTO_RECEIPT_WAIT_MS: '0', ...settings }),
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
        new Promise((resolve) =>
          setTimeout(
            () => {
              if (!signal?.aborted && ms < 5_000) now += ms
              resolve()
            },
            Math.min(ms, 5),
          ),
        ),
    },
    newId: createId,
    locks: createLocks(),
    log: silentLog,
    step() {},
    closing: new AbortController().signal,
  }
}

export type Tester = {
  app: Hono<Env>
  accountId: string
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
  const { id: accountId } = await createAccount(world, `${createId()}@example.org`, 'correct horse battery')
  const { secret: apiKey } = await createApiKey(world, { accountId, label: 'test', ...key })
  const origin = 'http://127.0.0.1'
  const call = (url: string, init: RequestInit) =>
    Promise.resolve(app.request(url, { ...init, headers: { host: '127.0.0.1', ...init.headers } }))
  return {
    app,
    accountId,
    apiKey,
    api: createClient({ origin, apiKey, fetch: call }),
    ask: (method, path, body, headers = {}) => {
      const init: RequestInit = { method, headers: { authorization: `Bearer ${apiKey}`, ...headers } }
      if (body === undefined) return call(`${origin}/api/v1${path}`, init)
      const type = { 'content-type': 'application/json' }
      return call(`${origin}/api/v1${path}`, {
        ...init,
        headers: { ...type, ...init.headers },
        body: JSON.stringify(body),
      })
    },
  }
}
