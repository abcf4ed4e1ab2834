import { beforeEach, expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { atomically } from '../../db/database.ts'
import { createOutsider, type Outsider } from '../../testing/outsider.ts'
import { createTester, createTestWorld, type Tester, type TestWorld } from '../../testing/test-world.ts'
import { createMemory } from '../../world/memory.ts'
import { createSingleFlight } from '../../world/single-flight.ts'
import { wrongTotals } from '../totals-store.ts'
import { look } from './look.ts'
import { scanStep } from './scan.ts'
import { arrivalsBetween, removeArrivals } from './store.ts'

let world: TestWorld
let bob: Tester
let purse: Address
let stranger: Outsider

beforeEach(async () => {
  world = await createTestWorld({ SOTTO_LIMIT_READS: '100000', SOTTO_LIMIT_WRITES: '100000' })
  bob = await createTester(world)
  purse = (await bob.api.createWallet({ type: 'custodial' })).wallet.address as Address
  stranger = createOutsider(world)
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
  const sent = stranger.pay(purse, 5n)
  await look(world)
  world.chain.ledger.rollback(1)
  world.chain.ledger.mineEmpty()
  world.chain.ledger.take(sent)
  const { gateway, held, release } = slowGateway()
  const late = scanStep(gateway).catch(() => undefined)
  await held
  await look(world)
  const [found] = await stored()
  release()
  await late
  for (let blocks = 0; blocks < 3; blocks++) {
    world.chain.ledger.mineEmpty()
    await look(world)
  }
  expect(await stored()).toEqual([found])
  expect(await wrongTotals(world.db)).toEqual([])
})

test('what was found gone with a block, and has been seen in another one since, stays', async () => {
  const sent = stranger.pay(purse, 5n)
  await look(world)
  const gone = await arrivalsBetween(world.db, 0)
  world.chain.ledger.rollback(1)
  world.chain.ledger.mineEmpty()
  world.chain.ledger.take(sent)
  await look(world)
  await atomically(world.db, (trx) => removeArrivals(trx, gone, world.clock.now()))
  expect(await stored()).toMatchObject([{ blockNumber: world.chain.ledger.block }])
  await atomically(world.db, async (trx) => removeArrivals(trx, await arrivalsBetween(trx, 0), world.clock.now()))
  expect(await stored()).toEqual([])
  expect(await wrongTotals(world.db)).toEqual([])
})
