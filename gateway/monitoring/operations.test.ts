import { readdirSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import project from '../../package.json' with { type: 'json' }
import { createApp } from '../app.ts'
import { appendOwn } from '../audit/store.ts'
import { noPowers } from '../chain/fake/no-powers.ts'
import { atomically } from '../db/database.ts'
import { noteBackedUp } from '../db/sealed/backed-up.ts'
import { createTester, createTestWorld, type TestWorld } from '../testing/test-world.ts'

const TOKEN = 'a token of this test'

let world: TestWorld

beforeEach(async () => {
  world = await createTestWorld({ SOTTO_REDEEM_MODE: 'float' })
})
afterEach(() => {
  vi.useRealTimers()
})

const get = (path: string, headers: Record<string, string> = {}, from = '127.0.0.1', app = createApp(world)) =>
  Promise.resolve(
    app.request(
      `http://127.0.0.1${path}`,
      { headers: { host: '127.0.0.1', ...headers } },
      { incoming: { socket: { remoteAddress: from } } },
    ),
  )

describe('readiness', () => {
  test('names each part, and answers 503 where one is away', async () => {
    const ready = await get('/readyz')
    expect([ready.status, await ready.json()]).toMatchObject([200, { ok: true }])
    world.chain.faults.decryptionAway = true
    const away = await get('/readyz')
    expect(away.status).toBe(503)
    expect(await away.json()).toEqual({
      ok: false,
      checks: [
        { name: 'database', ok: true },
        { name: 'schema', ok: true },
        { name: 'chain', ok: true },
        { name: 'protocol', ok: true },
        { name: 'decryption', ok: false },
        { name: 'derivation', ok: true },
        { name: 'reconciled', ok: true },
        { name: 'operator_gas', ok: true },
      ],
      warnings: [],
    })
  })

  test('what runs is told apart from other releases, and by the schema that it knows', async () => {
    const newest = readdirSync(new URL('../db/migrations', import.meta.url))
      .toSorted()
      .at(-1)
    const told = await (await get('/healthz')).json()
    expect(told).toEqual({ ok: true, version: project.version, schema: Number.parseInt(newest ?? '', 10) })
  })

  test('says that a newer version has changed the database under this one', async () => {
    const newer = { name: '9999-of-tomorrow', timestamp: '2030-01-01' }
    await (world.db as unknown as Kysely<{ kyselyMigration: typeof newer }>)
      .insertInto('kyselyMigration')
      .values(newer)
      .execute()
    const answer = await get('/readyz')
    expect(answer.status).toBe(503)
    const { checks } = (await answer.json()) as { checks: unknown[] }
    expect(checks).toContainEqual({ name: 'schema', ok: false, newer: ['9999-of-tomorrow'] })
  })

  test.each([
    ['the token takes payments', {}, true],
    ['it is paused', { isPaused: true }, false],
    ['it refuses the operator', { refused: [`0x${'1'.repeat(40)}`] as const }, false],
    ['its registry has it', { registered: 'valid' as const }, true],
    ['it is a token of our own', { registered: 'unknown' as const }, true],
    ['its registry has revoked it', { registered: 'revoked' as const }, false],
    ['its registry has another', { registered: 'another' as const }, false],
  ])('of a live network knows the token, too: %s', async (_, powers, ok) => {
    world = await createTestWorld({ SOTTO_NETWORK: 'sepolia' })
    world.chain.tokenPowers = async () => ({ ...noPowers, ...powers })
    const { checks } = (await (await get('/readyz')).json()) as { checks: unknown[] }
    expect(checks).toContainEqual({ name: 'token', ok })
  })

  test('does not wait for a database that says nothing', async () => {
    const gate = Promise.withResolvers<void>()
    // In memory there is one connection, and this holds it.
    const hanging = atomically(world.db, () => gate.promise)
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const asked = get('/readyz')
    while (vi.getTimerCount() < 6) await turn()
    vi.advanceTimersByTime(5_000)
    const answer = await asked
    expect(answer.status).toBe(503)
    const { checks } = (await answer.json()) as { checks: { name: string; ok: boolean }[] }
    for (const name of ['database', 'reconciled']) expect(checks).toContainEqual({ name, ok: false })
    gate.resolve()
    await hanging
  })

  test('asks the chain at most once a second, however often it is asked', async () => {
    let asked = 0
    const { head } = world.chain
    world.chain.head = () => {
      asked += 1
      return head()
    }
    const app = createApp(world)
    for (let times = 0; times < 20; times++) await get('/readyz', {}, '127.0.0.1', app)
    expect(asked).toBe(1)
    world.clock.pass(1_000)
    await get('/readyz', {}, '127.0.0.1', app)
    expect(asked).toBe(2)
  })
})

describe('under the address of its machine', () => {
  const at = (path: string, headers: Record<string, string> = {}) =>
    createApp(world).request(`http://10.0.0.5:7984${path}`, { headers: { host: '10.0.0.5:7984', ...headers } })
  const token = { authorization: `Bearer ${TOKEN}` }

  beforeEach(async () => {
    const settings = { SOTTO_HOST: '0.0.0.0', SOTTO_PUBLIC_URL: 'https://pay.example.org', SOTTO_METRICS_TOKEN: TOKEN }
    world = await createTestWorld(settings)
  })

  test.each([
    ['/healthz', {}, 200],
    ['/readyz', {}, 200],
    ['/metrics', token, 200],
    ['/metrics', {}, 421],
    ['/metrics', { authorization: 'Bearer another' }, 421],
    ['/healthz/', {}, 421],
    ['/api/v1/sandbox', {}, 421],
    ['/api/v1/sandbox', token, 421],
    ['/account', {}, 421],
  ])('%s with %j is answered %i', async (path, headers, status) => {
    expect((await at(path, headers)).status).toBe(status)
  })
})

describe('who may read the metrics', () => {
  test.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])(
    'without a token: this machine, %s',
    async (from) => {
      expect((await get('/metrics', {}, from)).status).toBe(200)
    },
  )

  test.each(['10.0.0.7', '2001:db8::1', '::ffff:10.0.0.7'])('and not %s', async (from) => {
    expect((await get('/metrics', {}, from)).status).toBe(404)
  })

  test('behind a public address a token is needed: anyone who asks there comes from the proxy', async () => {
    world = await createTestWorld({ SOTTO_PUBLIC_URL: 'https://sotto.example' })
    expect((await get('/metrics')).status).toBe(404)
  })

  test.each<[Record<string, string>, number]>([
    [{ authorization: `Bearer ${TOKEN}` }, 200],
    [{ authorization: `bearer ${TOKEN}` }, 200],
    [{ authorization: `Bearer ${TOKEN}.` }, 401],
    [{ authorization: `Basic ${TOKEN}` }, 401],
    [{}, 401],
  ])('with a token: %j answers %i', async (headers, status) => {
    world = await createTestWorld({ SOTTO_METRICS_TOKEN: TOKEN, SOTTO_PUBLIC_URL: 'https://sotto.example' })
    expect((await get('/metrics', headers, '10.0.0.7')).status).toBe(status)
  })
})

test('the metrics count what there is, and name nobody and no amount', async () => {
  const app = createApp(world)
  const tester = await createTester(world, {}, app)
  const { wallet } = await tester.api.createWallet({ type: 'custodial' })
  await tester.api.fund({ walletId: wallet.id, amount: '77.7' })
  await tester.api.mint({ walletId: wallet.id, amount: '66.6' })
  world.chain.ledger.holder(world.chain.operator.address).stable = 10n ** 9n
  const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '55.5' })
  world.chain.ledger.holder(world.chain.operator.address).stable = 0n
  world.clock.pass(90_000)
  await tester.api.getTransaction(transaction)

  const answer = await get('/metrics', {}, '127.0.0.1', app)
  const text = await answer.text()
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const lines = text.split('\n')
  for (const line of [
    'sotto_transactions{type="FUND",status="SETTLED"} 1',
    'sotto_transactions{type="REDEEM",status="SETTLING"} 1',
    'sotto_transactions_waiting{for="operator_liquidity"} 1',
    'sotto_redeems_owed 0',
    'sotto_payments_mined_after_failure 0',
    'sotto_ready{check="chain"} 1',
    'sotto_http_request_duration_seconds_count{method="GET",route="/api/v1/transactions/:id",status="200"} 1',
  ])
    expect(lines).toContain(line)
  expect(Number(/^sotto_oldest_waiting_seconds (\S+)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(90)
  for (const secret of [
    wallet.id,
    wallet.address,
    transaction.id,
    tester.accountId,
    tester.email,
    '77.7',
    '66.6',
    '55.5',
  ])
    expect(text).not.toContain(secret)
})

test('the age of the newest backup is counted from when it was begun, and unknown where none was made', async () => {
  const age = async () => /^sotto_backup_age_seconds (\S+)$/m.exec(await (await get('/metrics')).text())?.[1]
  expect(await age()).toBe('Nan')
  await noteBackedUp(world.db, 1, world.clock.now())
  world.clock.pass(3 * 86_400_000)
  expect(await age()).toBe('259200')
})

test('the age of a backup that an older version has made is that of its entry in the audit log', async () => {
  await appendOwn(world, { accountId: null, type: 'backup.made', subject: null })
  world.clock.pass(60_000)
  const app = createApp(world)
  const age = async () =>
    /^sotto_backup_age_seconds (\S+)$/m.exec(await (await get('/metrics', {}, '127.0.0.1', app)).text())?.[1]
  expect(await age()).toBe('60')
  await noteBackedUp(world.db, 1, world.clock.now())
  world.clock.pass(2_000)
  expect(await age()).toBe('2')
})

test('an unknown path becomes no label of its own', async () => {
  const app = createApp(world)
  for (let index = 0; index < 5; index++) await get(`/api/v1/nothing-${index}`, {}, '127.0.0.1', app)
  expect(await (await get('/metrics', {}, '127.0.0.1', app)).text()).not.toContain('nothing-')
})

test('two that ask together count everything once', async () => {
  const app = createApp(world)
  const tester = await createTester(world, {}, app)
  const { wallet } = await tester.api.createWallet({ type: 'custodial' })
  await tester.api.fund({ walletId: wallet.id, amount: '1' })
  const answers = await Promise.all([1, 2, 3].map(() => get('/metrics', {}, '127.0.0.1', app)))
  for (const answer of answers) {
    expect((await answer.text()).split('\n')).toContain('sotto_transactions{type="FUND",status="SETTLED"} 1')
  }
})

test('gas that nobody can read is not reported as none', async () => {
  world.chain.faults.chainAway = true
  expect((await (await get('/metrics')).text()).split('\n')).toContain('sotto_operator_eth Nan')
})
