import { expect, test } from 'vitest'
import { isPayout } from '../legs/kinds.ts'
import { legsOf } from '../legs/store.ts'
import { createTester, createTestWorld, walletWithMoney } from '../testing/test-world.ts'
import { notePaidBy } from '../transactions/write-store.ts'
import { down, up } from './migrations/0018-paid-hashes.ts'

test('what paid a redeem in an older version is taken for it: what a person noted, and every payout', async () => {
  const world = await createTestWorld({ SOTTO_REDEEM_MODE: 'float', SOTTO_LIMIT_READS: '1000' })
  const { ledger, operator } = world.chain
  ledger.holder(operator.address).stable = 1_000_000_000n
  const tester = await createTester(world)
  const { id: walletId } = await walletWithMoney(tester)
  const redeem = async () => (await tester.api.redeem({ walletId, amount: '10' })).transaction.id
  const [paid, noted, open] = [await redeem(), await redeem(), await redeem()]
  for (let looks = 0; looks < 4; looks++) {
    world.clock.pass(4_000)
    await tester.api.getTransaction({ id: paid })
  }
  const payout = (await legsOf(world.db, world.keys, paid)).find(isPayout)?.minedHash
  await notePaidBy(world.db, noted, `0x${'a1'.repeat(32)}`, 1)
  // Twice is once too often: one of them has it.
  await world.db
    .updateTable('transactions')
    .set({ paidBy: payout ?? null })
    .where('id', '=', open)
    .execute()

  const db = world.db.withoutPlugins() as Parameters<typeof up>[0]
  await down(db)
  await up(db)
  const rows = await world.db.selectFrom('paidHashes').select(['hash', 'transactionId']).execute()
  expect(rows).toHaveLength(2)
  expect(rows).toContainEqual({ hash: `0x${'a1'.repeat(32)}`, transactionId: noted })
  expect(rows).toContainEqual({ hash: payout, transactionId: open })
})
