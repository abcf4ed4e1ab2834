import type { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { createApp } from '../app.ts'
import type { Source } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { isLong } from '../testing/how-often.ts'
import {
  createTester,
  createTestWorld,
  type Tester,
  type TestWorld,
  testerOf,
  walletWithMoney,
} from '../testing/test-world.ts'
import { createLocks } from '../world/locks.ts'
import { createMemory } from '../world/memory.ts'
import { createSingleFlight } from '../world/single-flight.ts'
import { attemptsOf } from './attempts-store.ts'
import { legsOf } from './store.ts'

/** Signed by the key of the wallet, and not by this gateway. */
const ELSEWHERE = '0xaa'
const to: Address = `0x${'1'.repeat(40)}`
let world: TestWorld
let tester: Tester
let walletId: string
let address: Address

async function begin(settings: Source) {
  world = await createTestWorld(settings)
  tester = await createTester(world)
  const wallet = await walletWithMoney(tester)
  walletId = wallet.id
  address = wallet.address
  world.chain.ledger.holder(world.chain.operator.address).stable = 1_000_000n
}

/** Another process on the same database and chain: it shares no memory with those before it. */
const newProcess = (): TestWorld => ({
  ...world,
  locks: createLocks(),
  memory: createMemory(),
  singleFlight: createSingleFlight(),
})

/**
 * A process that ends at the statement, question to the chain or step with this number, counted from its first signature or
 * step. From then on it does nothing.
 */
function mortal(endsAt: number): { process: TestWorld; isDead(): boolean } {
  let done = 0
  let isCounting = false
  const isDead = () => done >= endsAt
  const live = () => {
    if (isDead()) throw new Error('this process has ended')
    if (isCounting) done += 1
  }
  const count = () => {
    isCounting = true
    live()
  }
  const database = (world.db as Database).withPlugin({
    transformQuery({ node }) {
      if (isDead()) live()
      return node
    },
    // A statement within a transaction is taken back with it.
    async transformResult({ result }) {
      live()
      return result
    },
  })
  const { executeQuery } = database
  const execute = (query: CompiledQuery) => {
    live()
    return executeQuery.call(database, query)
  }
  Object.assign(database, { executeQuery: execute })
  const chain = { ...world.chain }
  for (const [name, ask] of Object.entries(world.chain)) {
    // These two ask no node.
    if (typeof ask !== 'function' || name === 'callIn' || name === 'inputIn') continue
    const asked = async (...input: unknown[]) => {
      if (name === 'sign' || name === 'resign') count()
      else live()
      return Reflect.apply(ask, world.chain, input)
    }
    Object.assign(chain, { [name]: asked })
  }
  return { process: { ...newProcess(), db: database, chain, step: count }, isDead }
}

type Work = {
  settings?: Source
  before?(): Promise<void>
  work(on: Tester): Promise<unknown>
  /** The work of a live process on the rows that were left. */
  after(on: Tester): Promise<void>
  apart?: number
}

/**
 * Does some work, each time in a new world, by processes of which each ends one point later than the one before, or `apart`
 * points. Answers how many points there are.
 */
async function killEverywhere({ settings = {}, before, work, after, apart = 1 }: Work): Promise<number> {
  for (let endsAt = 1; ; endsAt += apart) {
    await begin(settings)
    await before?.()
    const { process, isDead } = mortal(endsAt)
    await work(testerOf(tester, createApp(process))).catch(() => undefined)
    await expectNothingByHalves()
    await after(testerOf(tester, createApp(newProcess())))
    if (!isDead()) return endsAt
  }
}

/** Each transaction has its leg, each leg its bytes, and the network saw no bytes that are not stored. */
async function expectNothingByHalves() {
  const rows = await world.db.selectFrom('transactions').select(['id', 'status', 'txHash']).execute()
  const stored = new Set<string>()
  for (const { id, status, txHash } of rows) {
    const legs = await legsOf(world.db, world.keys, id)
    const all = await Promise.all(legs.map((leg) => attemptsOf(world.db, world.keys, leg.id)))
    expect(all.length > 0 || status === 'FAILED', id).toBe(true)
    for (const attempts of all) expect(attempts.length, id).toBeGreaterThan(0)
    const hashes = all.flat().map(({ hash }) => hash)
    if (hashes.length > 0) expect(hashes).toContain(txHash)
    for (const hash of hashes) stored.add(hash)
  }
  for (const { hash } of world.chain.broadcasts) expect(hash === ELSEWHERE || stored.has(hash), hash).toBe(true)
}

/** Looks until a transaction has ended. */
async function ended({ api }: Tester, id: string) {
  for (let looks = 0; looks < 20; looks++) {
    world.clock.pass(31_000)
    const { transaction } = await api.getTransaction({ id })
    if (transaction.status === 'SETTLED' || transaction.status === 'FAILED') return transaction
  }
  throw new Error(`${id} does not end`)
}

/** Work that differs little from the one before it ends at every third point, and before a release at all. */
const SPARSE = isLong ? 1 : 3

test.each([
  ['cSTABLE', 1, () => world.chain.ledger.confidentialOf(to)],
  ['STABLE', SPARSE, () => world.chain.ledger.holder(to).stable],
] as const)(
  'a transfer of %s by a process that ends anywhere is made once by its repeat',
  async (token, apart, arrived) => {
    const work = ({ api }: Tester) => api.transfer({ walletId, to, token, amount: '1' }, { idempotencyKey: 'order' })
    const after = async (on: Tester) => {
      world.clock.pass(60_000)
      const { transaction } = await work(on)
      expect(await ended(on, transaction.id)).toMatchObject({ status: 'SETTLED' })
      expect(arrived()).toBe(1_000_000n)
    }
    expect(await killEverywhere({ work, after, apart })).toBeGreaterThan(20)
  },
)

test.each([
  ['float', 1],
  ['backed', SPARSE],
] as const)('a payout (%s) by a process that ends anywhere is made once', async (SOTTO_REDEEM_MODE, apart) => {
  let id = ''
  let had = 0n
  const points = await killEverywhere({
    settings: { SOTTO_REDEEM_MODE },
    apart,
    async before() {
      had = world.chain.ledger.holder(address).stable
      id = (await tester.api.redeem({ walletId, amount: '1' })).transaction.id
    },
    async work({ api }) {
      world.clock.pass(1_100)
      await api.getTransaction({ id })
    },
    async after(on) {
      expect(await ended(on, id)).toMatchObject({ status: 'SETTLED' })
      expect(world.chain.ledger.holder(address).stable - had).toBe(1_000_000n)
    },
  })
  expect(points).toBeGreaterThan(20)
})

test('a cancellation by a process that ends anywhere is made by another, and nothing moves', async () => {
  let id = ''
  const work = ({ api }: Tester) => api.cancelTransaction({ id })
  const points = await killEverywhere({
    async before() {
      world.chain.ledger.automine = false
      id = (await tester.api.transfer({ walletId, to, amount: '1' })).transaction.id
    },
    work,
    async after(on) {
      await work(on)
      // Stored bytes that were not sent are sent by a look.
      world.clock.pass(31_000)
      await on.api.getTransaction({ id })
      world.chain.ledger.mine()
      expect(await ended(on, id)).toMatchObject({ status: 'FAILED', cancelledByTxHash: expect.any(String) })
      expect(world.chain.ledger.confidentialOf(to)).toBe(0n)
    },
  })
  expect(points).toBeGreaterThan(5)
})

test('a gap that is filled by a process that ends anywhere is filled once', async () => {
  let id = ''
  const points = await killEverywhere({
    async before() {
      const { ledger, faults } = world.chain
      const { nonce } = ledger.holder(address)
      ledger.take({ hash: ELSEWHERE, sender: address, nonce, action: { do: 'nothing' }, cost: 0n })
      faults.broadcast = () => 'lost'
      id = (await tester.api.transfer({ walletId, to, amount: '1' })).transaction.id
      faults.broadcast = ({ hash }) => (hash === ELSEWHERE ? 'lost' : 'accepted')
      ledger.rollback(1)
      for (let blocks = 0; blocks < 3; blocks++) ledger.mineEmpty()
    },
    async work({ api }) {
      world.clock.pass(12_000)
      await api.getTransaction({ id })
    },
    async after(on) {
      expect(await ended(on, id)).toMatchObject({ status: 'SETTLED' })
      expect(world.chain.ledger.confidentialOf(to)).toBe(1_000_000n)
      const legs = await legsOf(world.db, world.keys, id)
      expect(legs.filter(({ kind }) => kind === 'nonce gap')).toHaveLength(1)
    },
  })
  expect(points).toBeGreaterThan(5)
})
