import { beforeEach, expect, test } from 'vitest'
import type { Hex } from '#shared/model/ids.ts'
import { attemptsOf } from '../../legs/attempts-store.ts'
import { legsOf } from '../../legs/store.ts'
import {
  createTester,
  createTestWorld,
  type Tester,
  type TestWorld,
  walletWithMoney,
} from '../../testing/test-world.ts'
import { reconcile } from '../reconcile.ts'
import { forgetBytes } from './forget-bytes.ts'

let world: TestWorld
let tester: Tester
let walletId: string

beforeEach(async () => {
  world = await createTestWorld({ SOTTO_KEEP_BYTES_DAYS: '30' })
  tester = await createTester(world)
  walletId = (await walletWithMoney(tester)).id
})

const DAY = 24 * 60 * 60_000
const transfer = async () =>
  (await tester.api.transfer({ walletId, amount: '1', to: `0x${'1'.repeat(40)}`, token: 'STABLE' })).transaction

async function bytesOf(id: string): Promise<Hex[]> {
  const legs = await legsOf(world.db, world.keys, id)
  const attempts = await Promise.all(legs.map((leg) => attemptsOf(world.db, world.keys, leg.id)))
  return attempts.flat().map(({ raw }) => raw)
}

test('bytes of what ended long ago are forgotten, those of the last days and of what waits are kept', async () => {
  world.chain.ledger.automine = false
  const waiting = await transfer()
  world.chain.ledger.pending.splice(0)
  world.chain.ledger.automine = true
  world.clock.pass(4_000)
  const other = (await walletWithMoney(tester)).id
  const pay = async () =>
    (await tester.api.transfer({ walletId: other, amount: '1', to: `0x${'1'.repeat(40)}`, token: 'STABLE' }))
      .transaction
  const old = await pay()
  world.clock.pass(31 * DAY)
  const recent = await pay()
  expect(await forgetBytes(world)).toBeGreaterThan(0)
  expect(await bytesOf(old.id)).toEqual([])
  expect(await bytesOf(recent.id)).toHaveLength(1)
  expect(await bytesOf(waiting.id)).toHaveLength(1)
  expect(await forgetBytes(world)).toBe(0)
})

test('what has no bytes any more stays as it is, no matter who looks', async () => {
  const { id } = await transfer()
  const before = (await tester.api.getTransaction({ id })).transaction
  world.clock.pass(31 * DAY)
  await forgetBytes(world)
  world.chain.ledger.mined.clear()
  await reconcile(world, id)
  expect((await tester.api.getTransaction({ id })).transaction).toEqual(before)
})
