import { expect, test } from 'vitest'
import { createTester, createTestWorld, walletWithMoney } from '../testing/test-world.ts'
import { legsOf, raiseCost } from './store.ts'

test('a leg that was read before it was replaced does not cost less again', async () => {
  const world = await createTestWorld({ SOTTO_RECEIPT_WAIT_MS: '0' })
  const tester = await createTester(world)
  const { id: walletId } = await walletWithMoney(tester)
  world.chain.ledger.automine = false
  const { transaction } = await tester.api.transfer({ walletId, amount: '1', to: `0x${'1'.repeat(40)}` })
  const [read] = await legsOf(world.db, world.keys, transaction.id)
  if (read === undefined) return expect.fail('the payment has no leg')
  const dearest = read.cost + 12n
  expect(await raiseCost(world.db, read, dearest)).toBe(true)
  expect(await raiseCost(world.db, read, read.cost - 1n)).toBe(true)
  expect((await legsOf(world.db, world.keys, transaction.id))[0]?.cost).toBe(dearest)
})
