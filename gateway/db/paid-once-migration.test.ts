import { expect, test } from 'vitest'
import type { Hex } from '#shared/model/ids.ts'
import { createTester, createTestWorld, walletWithMoney } from '../testing/test-world.ts'
import { notePaidBy } from '../transactions/write-store.ts'
import { down, up } from './migrations/0027-paid-once-contract-27.ts'

test('burns and what has paid redeems come into one table, and go back', async () => {
  const world = await createTestWorld({ SOTTO_REDEEM_MODE: 'float', SOTTO_LIMIT_READS: '1000' })
  world.chain.ledger.holder(world.chain.operator.address).stable = 1_000_000_000n
  const tester = await createTester(world)
  const { id: walletId } = await walletWithMoney(tester)
  const redeem = async () => (await tester.api.redeem({ walletId, amount: '10' })).transaction.id
  const [paid, noted] = [await redeem(), await redeem()]
  for (let looks = 0; looks < 4; looks++) {
    world.clock.pass(4_000)
    await tester.api.getTransaction({ id: paid })
  }
  const hash: Hex = `0x${'a1'.repeat(32)}`
  await notePaidBy(world.db, noted, hash, 1)
  const db = world.db.withoutPlugins() as Parameters<typeof up>[0]
  const kept = () => world.db.selectFrom('paidHashes').selectAll().orderBy('hash').execute()
  const before = await kept()
  const { handle } = await world.db
    .selectFrom('legs')
    .select('handle')
    .where('transactionId', '=', paid)
    .where('movesValue', '=', 1)
    .executeTakeFirstOrThrow()
  expect(before.map((row) => [row.hash, row.transactionId]).sort()).toEqual(
    [
      [hash, noted],
      [handle, paid],
    ].sort(),
  )

  await down(db)
  expect(await kept()).toMatchObject([{ hash, transactionId: noted }])
  await up(db)
  expect(await kept()).toEqual(before)
})
