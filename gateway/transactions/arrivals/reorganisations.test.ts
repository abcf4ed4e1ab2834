import { beforeEach, expect, test } from 'vitest'
import { type Hex, ZERO_HANDLE } from '#shared/model/ids.ts'
import { atomically } from '../../db/database.ts'
import { newsAfter } from '../../outbox/store.ts'
import { createOutsider } from '../../testing/outsider.ts'
import { createTester, type TestWorld, walletWithMoney } from '../../testing/test-world.ts'
import { createMemory } from '../../world/memory.ts'
import { createSingleFlight } from '../../world/single-flight.ts'
import { wrongTotals } from '../totals-store.ts'
import { learnArrivals, scanForArrivals } from './look.ts'
import { look } from './look-fixture.ts'
import { scannedBlocks } from './position-store.ts'
import { arrivalsBetween } from './read-store.ts'
import { scanStep } from './scan.ts'
import { bob, purse, setUpEach, stranger, world } from './scan-fixture.ts'
import { removeArrivals, writeEffects } from './store.ts'

setUpEach()

beforeEach(async () => {
  for (let blocks = 0; blocks < 5; blocks++) world.chain.ledger.mineEmpty()
  await look(world)
})

/** As stored: a read looks by itself. */
const stored = () =>
  world.db
    .selectFrom('transactions')
    .innerJoin('arrivals', 'arrivals.transactionId', 'transactions.id')
    .select(['transactions.id', 'status', 'waitingFor', 'handle', 'blockNumber', 'transactions.createdAt'])
    .execute()

/** A process beside, whose first write waits, and which is killed after it. */
function slowGateway() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: held, resolve: hold } = Promise.withResolvers<void>()
  const db = new Proxy(world.db, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (name !== 'transaction') return typeof value === 'function' ? value.bind(target) : value
      const execute = async (work: Parameters<ReturnType<typeof target.transaction>['execute']>[0]) => {
        hold()
        await released
        return target.transaction().execute(work)
      }
      return () => ({ execute })
    },
  })
  const step: TestWorld['step'] = (at) => {
    if (at === 'after storing arrivals') throw new Error('killed')
  }
  const gateway = { ...world, db, step, memory: createMemory(), singleFlight: createSingleFlight() }
  return { gateway, held, release }
}

test('a gateway that goes back when another has done so long since takes nothing of what that one found', async () => {
  const sent = stranger.pay(purse.address, 5n)
  await look(world)
  world.chain.ledger.rollback(1)
  world.chain.ledger.mineEmpty()
  world.chain.ledger.take(sent)
  const { gateway, held, release } = slowGateway()
  const late = scanStep(gateway).catch(() => undefined)
  await held
  await look(world)
  const [found] = await stored()
  const stands = await scannedBlocks(world.db, 1)
  release()
  await late
  expect(await scannedBlocks(world.db, 1)).toEqual(stands)
  for (let blocks = 0; blocks < 3; blocks++) {
    world.chain.ledger.mineEmpty()
    await look(world)
  }
  expect(await stored()).toEqual([found])
  expect(await wrongTotals(world.db)).toEqual([])
})

test('an arrival that went with its block, and has been seen in another one since, stays', async () => {
  const sent = stranger.pay(purse.address, 5n)
  await look(world)
  const gone = await arrivalsBetween(world.db, 0)
  world.chain.ledger.rollback(1)
  world.chain.ledger.mineEmpty()
  world.chain.ledger.take(sent)
  await look(world)
  await atomically(world.db, async (trx) => writeEffects(trx, world.keys, await removeArrivals(trx, gone), 0))
  expect(await stored()).toMatchObject([{ blockNumber: world.chain.ledger.block }])
  const here = await arrivalsBetween(world.db, 0)
  await atomically(world.db, async (trx) => writeEffects(trx, world.keys, await removeArrivals(trx, here), 0))
  expect(await stored()).toEqual([])
  expect(await wrongTotals(world.db)).toEqual([])
})

test('in another block the same transaction has another handle and time, of which its receiver hears', async () => {
  const { ledger } = world.chain
  const other = createOutsider(world)
  ledger.mineEmpty()
  const sent = stranger.payHidden(purse.address, 7n)
  await look(world)
  const [before] = await stored()
  const told = (await newsAfter(world.db, bob.accountId, 0, 100)).length
  // What its sender has received meanwhile changes the handle of what is moved.
  ledger.rollback(2)
  other.payHidden(stranger.address, 1n)
  ledger.take(sent)
  world.chain.faults.decryptionAway = true
  await look(world)
  const [waits] = await stored()
  const { block, confidentialMoves } = ledger.mined.get(sent.hash)?.receipt ?? {}
  expect(confidentialMoves?.[0]?.handle).not.toBe(before?.handle)
  expect(waits).toMatchObject({ id: before?.id, waitingFor: 'amount', handle: confidentialMoves?.[0]?.handle })
  expect(waits?.createdAt).toBe(ledger.timeOf(block ?? 0) * 1000)
  world.chain.faults.decryptionAway = false
  await look(world)
  expect((await bob.api.listTransactions({ direction: 'in' })).items).toMatchObject([{ amount: '0.000007' }])
  const news = (await newsAfter(world.db, bob.accountId, told, 100)).map(({ kind }) => kind)
  expect(news).toEqual(['transaction', 'balance', 'transaction'])
})

test('an amount that was asked for before a reorganisation is not written to what moved something else after it', async () => {
  const { ledger } = world.chain
  const rich = createOutsider(world)
  const { address: poor, ...payer } = createOutsider(world)
  ledger.holder(poor).handle = ZERO_HANDLE as Hex
  rich.payHidden(poor, 9n)
  const sent = payer.payHidden(purse.address, 9n)
  await scanForArrivals(world, 0)
  const { confidential } = world.chain
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const decrypt: typeof confidential.decrypt = async (signer, handles) => {
    const units = await confidential.decrypt(signer, handles)
    await answered
    return units
  }
  world.chain = { ...world.chain, confidential: { ...confidential, decrypt } }
  const learning = learnArrivals(world, 0)
  ledger.rollback(2)
  ledger.mineEmpty()
  ledger.take(sent)
  await scanForArrivals(world, 0)
  answer()
  await learning
  expect(await stored()).toMatchObject([{ waitingFor: 'amount' }])
  await learnArrivals(world, 0)
  expect(await stored()).toEqual([])
})

test.each(['cSTABLE', 'STABLE'])(
  'a payment of our own in %s that a reorganisation takes is taken from its receiver, though its payer never reads again',
  async (token) => {
    const alice = await createTester(world, {}, bob.app)
    const till = await walletWithMoney(alice)
    await look(world)
    await alice.api.transfer({ walletId: till.id, amount: '5', to: purse.address, token })
    expect(await stored()).toMatchObject([{ status: 'SETTLED' }])
    world.chain.ledger.rollback(1)
    world.chain.ledger.mineEmpty()
    await look(world)
    expect(await stored()).toEqual([])
    expect(await wrongTotals(world.db)).toEqual([])
  },
)

test('a payment of our own that is mined again without cover brings nothing, though its payer never reads again', async () => {
  const { ledger } = world.chain
  const alice = await createTester(world, {}, bob.app)
  const till = await walletWithMoney(alice)
  stranger.payHidden(till.address, 100_000_000n)
  await look(world)
  const { transaction } = await alice.api.transfer({ walletId: till.id, amount: '130', to: purse.address })
  const { sent } = ledger.mined.get(transaction.txHash as Hex) ?? {}
  if (sent === undefined) throw new Error('it was not mined')
  expect((await stored()).map(({ status }) => status)).toEqual(['SETTLED', 'SETTLED'])
  ledger.rollback(2)
  ledger.mineEmpty()
  ledger.take(sent)
  await look(world)
  expect(await stored()).toEqual([])
  expect(await wrongTotals(world.db)).toEqual([])
})

test('a reorganisation is seen where the chain is as high as it was', async () => {
  stranger.pay(purse.address, 5n)
  await look(world)
  world.chain.ledger.rollback(1)
  stranger.pay(purse.address, 6n)
  await look(world)
  expect((await bob.api.listTransactions({ direction: 'in' })).items).toMatchObject([{ amount: '0.000006' }])
})
