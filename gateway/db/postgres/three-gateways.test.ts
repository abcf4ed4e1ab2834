import { beforeEach, expect, test } from 'vitest'
import type { Client } from '#shared/client.ts'
import { WALLETS_MAX } from '#shared/limits.ts'
import { Refused } from '#shared/refusal-codes.ts'
import { createApp } from '../../app.ts'
import { appendEvent } from '../../audit/store.ts'
import { verifyEvents } from '../../audit/verify.ts'
import { countAttempt } from '../../auth/login-attempts.ts'
import { operatorWallet } from '../../payments/operator-wallet.ts'
import { findWithin } from '../../recovery/find-wallets.ts'
import { findWallets } from '../../recovery/keep-finding.ts'
import { beginSearches } from '../../recovery/searches-store.ts'
import {
  anotherGateway,
  createTester,
  createTestWorld,
  type Tester,
  type TestWorld,
  testerOf,
  walletWithMoney,
} from '../../testing/test-world.ts'
import { wrongTotals } from '../../transactions/totals-store.ts'
import { runWorker } from '../../transactions/worker.ts'
import { deriveWallet } from '../../wallets/derive-wallet.ts'

/** Three gateways on one database, each with its own connections, locks and memory: what one does, the others may do too. */
let a: TestWorld
let b: TestWorld
let c: TestWorld
let tester: Tester
let clients: Client[]

async function begin(settings: Record<string, string> = {}): Promise<void> {
  a = await createTestWorld({ SOTTO_LIMIT_FAUCET: '10000', SOTTO_LIMIT_GAS: '100', ...settings })
  b = anotherGateway(a)
  c = anotherGateway(a)
  tester = await createTester(a)
  clients = [tester.api, ...[b, c].map((world) => testerOf(tester, createApp(world)).api)]
}

beforeEach(() => begin())

/** Each call in turn by another gateway, all at once; what they were refused with counts as an outcome. */
function alternately<T>(count: number, call: (api: Client, index: number) => Promise<T>) {
  const calls = Array.from({ length: count }, (_, index) => call(clients[index % 3] as Client, index))
  return Promise.all(calls.map((each) => each.catch((error: unknown) => codeOf(error))))
}

function codeOf(error: unknown): string {
  if (error instanceof Refused) return error.code
  throw error
}

const redeemed = async () => {
  const { items } = await tester.api.listTransactions({ type: 'REDEEM', pageSize: 100 })
  return items.map(({ id }) => id)
}

async function settle(ids: string[]): Promise<Map<string, number>> {
  const ends = new Map<string, number>()
  for (const id of ids) {
    let status = 'PENDING'
    for (let looks = 0; looks < 40 && status !== 'SETTLED' && status !== 'FAILED'; looks++) {
      a.clock.pass(1_100)
      status = (await (clients[looks % 3] as Client).getTransaction({ id })).transaction.status
    }
    ends.set(status, (ends.get(status) ?? 0) + 1)
  }
  return ends
}

test('forty redeems of one over all on a balance of twenty: twenty settle', async () => {
  const wallet = await walletWithMoney(tester)
  await tester.api.redeem({ walletId: wallet.id, amount: '40' })
  await settle(await redeemed())
  await alternately(40, (api) => api.redeem({ walletId: wallet.id, amount: '1' }))
  const ends = await settle(await redeemed())
  expect(ends).toEqual(new Map([['SETTLED', 21]]))
  expect(await wrongTotals(a.db as never)).toEqual([])
})

test('a float of ten is promised to ten redeems of one, whichever wallet and gateway they come from', async () => {
  await begin({ SOTTO_REDEEM_MODE: 'float' })
  const wallets = [await walletWithMoney(tester), await walletWithMoney(tester)]
  const { operator } = a.chain
  if (operator === undefined) throw new Error('the fake chain has an operator')
  a.chain.ledger.holder(operator.address).stable = 10_000_000n
  const outcomes = await alternately(24, (api, index) =>
    api.redeem({ walletId: wallets[Math.floor(index / 2) % 2]?.id ?? '', amount: '1' }),
  )
  expect(outcomes.filter((outcome) => outcome === 'redeem_settlement_failed')).toHaveLength(14)
  expect(outcomes.filter((outcome) => typeof outcome === 'object')).toHaveLength(10)
})

test('payments of one sender over all take one nonce each', async () => {
  const wallet = await walletWithMoney(tester)
  const to = a.chain.wallets.create().address
  const made = await alternately(12, (api) => api.transfer({ walletId: wallet.id, to, amount: '1', token: 'STABLE' }))
  expect(made.filter((outcome) => typeof outcome === 'object')).toHaveLength(12)
  const rows = await a.db.selectFrom('legs').select('nonce').where('sender', '=', wallet.address).execute()
  const nonces = rows.map(({ nonce }) => nonce).sort((x, y) => x - y)
  expect(nonces).toEqual(nonces.map((_, index) => index))
  expect(await a.db.selectFrom('leases').selectAll().execute()).toEqual([])
})

test('one Idempotency-Key at all of them pays once', async () => {
  const wallet = await walletWithMoney(tester)
  const to = a.chain.wallets.create().address
  const outcomes = await alternately(6, (api) =>
    api.transfer({ walletId: wallet.id, to, amount: '1', token: 'STABLE' }, { idempotencyKey: 'one' }),
  )
  const told = outcomes.filter((outcome) => typeof outcome === 'string')
  expect(new Set(told)).toEqual(new Set(['idempotency_in_progress']))
  const ids = outcomes.flatMap((outcome) => (typeof outcome === 'string' ? [] : [outcome.transaction.id]))
  expect(new Set(ids).size).toBe(1)
  const rows = await a.db.selectFrom('transactions').select('id').where('toAddress', '=', to).execute()
  expect(rows).toHaveLength(1)
})

test('all write one audit log, without a gap', async () => {
  const none = {
    accountId: null,
    outcome: 'ok',
    credentialType: null,
    credentialId: null,
    address: null,
    subject: null,
  }
  const worlds = [a, b, c]
  const write = (index: number) => appendEvent(worlds[index % 3] as TestWorld, { ...none, type: 'sign_out' })
  await Promise.all(Array.from({ length: 30 }, (_, index) => write(index)))
  expect(await verifyEvents(b.db, b.keys)).toMatchObject({ is: 'whole', events: 30 })
})

test('attempts to sign in are counted together, exactly', async () => {
  const worlds = [a, b, c]
  const tries = Array.from({ length: 24 }, (_, index) =>
    countAttempt(worlds[index % 3] as TestWorld, 'somebody').then(() => 'counted', codeOf),
  )
  const outcomes = await Promise.all(tries)
  expect(outcomes.filter((outcome) => outcome === 'counted')).toHaveLength(a.config.SOTTO_LIMIT_LOGINS)
})

test('an account has at most so many wallets, one of them primary', async () => {
  await begin({ SOTTO_LIMIT_WRITES: '1000' })
  await alternately(WALLETS_MAX + 6, (api) => api.createWallet({ type: 'custodial' }))
  const { wallets: items } = await tester.api.listWallets({})
  expect(items).toHaveLength(WALLETS_MAX)
  expect(items.filter(({ isPrimary }) => isPrimary)).toHaveLength(1)
})

test('no index of a seed is taken twice, and lost wallets come back once', async () => {
  await begin({ SOTTO_LIMIT_WRITES: '1000' })
  const { accountId } = tester
  const ids = Array.from({ length: 25 }, (_, index) => deriveWallet(a, { accountId, generation: 1, index }))
  await alternately(20, (api) => api.createWallet({ type: 'custodial' }))
  const made = async () => (await tester.api.listWallets({})).wallets.map(({ id }) => id).sort()
  expect(await made()).toEqual(
    ids
      .slice(0, 20)
      .map(({ id }) => id)
      .sort(),
  )
  for (const { signer } of ids.slice(20)) a.chain.ledger.holder(signer.address).stable += 5n
  await a.db.transaction().execute((trx) => beginSearches(trx, { is: 'asked', accountId }))
  await Promise.all([...[a, b, c].map(findWallets), ...[a, b, c].map((world) => findWithin(world, accountId))])
  expect(await made()).toEqual(ids.map(({ id }) => id).sort())
  const events = await a.db.selectFrom('events').select('subject').where('type', '=', 'wallet.rebuilt').execute()
  expect(events).toHaveLength(5)
})

test('the operator gets one wallet', async () => {
  const { operator } = a.chain
  if (operator === undefined) throw new Error('the fake chain has an operator')
  const made = await Promise.all([a, b, c, a].map((world) => operatorWallet(world, operator)))
  expect(new Set(made.map(({ walletId }) => walletId)).size).toBe(1)
})

test('the faucet gives an account its day once, whichever gateway it asks', async () => {
  await begin({ SOTTO_LIMIT_FAUCET: '10' })
  const { wallet } = await tester.api.createWallet({ type: 'custodial' })
  const outcomes = await alternately(16, (api) => api.fund({ walletId: wallet.id, amount: '1' }))
  expect(outcomes.filter((outcome) => outcome === 'rate_limited')).toHaveLength(6)
})

test('a payment that all take back at once is cancelled by one more attempt', async () => {
  const wallet = await walletWithMoney(tester)
  a.chain.faults.broadcast = () => 'lost'
  const to = a.chain.wallets.create().address
  const { transaction } = await tester.api.transfer({ walletId: wallet.id, to, amount: '1', token: 'STABLE' })
  await alternately(4, (api) => api.cancelTransaction({ id: transaction.id }))
  const attempts = await a.db
    .selectFrom('attempts')
    .innerJoin('legs', 'legs.id', 'attempts.legId')
    .select('attempts.kind')
    .where('transactionId', '=', transaction.id)
    .execute()
  expect(attempts.map(({ kind }) => kind).sort()).toEqual(['call', 'cancel'])
})

test('of their workers one looks at a time, and the next one when it is gone', async () => {
  const wallet = await walletWithMoney(tester)
  a.chain.faults.broadcast = () => 'lost'
  await tester.api.transfer({ walletId: wallet.id, to: a.chain.wallets.create().address, amount: '1', token: 'STABLE' })
  const [one, two] = [observed(a), observed(b)]
  const first = runWorker(one.world)
  await one.rounds(3)
  const second = runWorker(two.world)
  await two.rounds(3)
  expect([one.asked() > 0, two.asked()]).toEqual([true, 0])
  one.close()
  await first
  await two.rounds(3)
  two.close()
  await second
  expect(two.asked()).toBeGreaterThan(0)
})

/** A gateway whose questions to the chain are counted, and whose worker rests no longer than it must. */
function observed(world: TestWorld) {
  const closing = new AbortController()
  let asked = 0
  let slept = 0
  const chain = new Proxy(world.chain, {
    get(target, name) {
      asked++
      return Reflect.get(target, name) as unknown
    },
  })
  const sleep = async () => {
    slept++
    await new Promise((resolve) => setImmediate(resolve))
    world.clock.pass(100)
  }
  const rounds = async (count: number) => {
    for (const until = slept + 3 * count; slept < until; ) await new Promise((resolve) => setImmediate(resolve))
  }
  const observing: TestWorld = { ...world, chain, closing: closing.signal, clock: { ...world.clock, sleep } }
  return { world: observing, asked: () => asked, rounds, close: () => closing.abort() }
}
