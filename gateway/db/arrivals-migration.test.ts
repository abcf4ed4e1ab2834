import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTester, createTestWorld, walletWithMoney } from '../testing/test-world.ts'
import { down, up } from './migrations/0011-arrivals.ts'

test('payments of an older version say who paid, and a way back leaves no trace of what came in', async () => {
  const world = await createTestWorld({ SOTTO_RECEIPT_WAIT_MS: '2000' })
  const alice = await createTester(world)
  const till = await walletWithMoney(alice)
  const { wallet } = await alice.api.createWallet({ type: 'custodial' })
  await alice.api.transfer({ walletId: till.id, amount: '1', to: wallet.address })
  const before = (await alice.api.listTransactions({})).items
  const db = world.db as Parameters<typeof up>[0]

  await down(db)
  const { rows } = await sql<{ type: string }>`select type from transactions order by type`.execute(world.db)
  expect(rows.map(({ type }) => type)).toEqual(['FUND', 'MINT', 'TRANSFER'])
  await up(db)

  expect((await alice.api.listTransactions({})).items).toEqual(before)
  expect(before.map(({ type, from }) => [type, from]).sort()).toEqual([
    ['FUND', world.chain.operator.address],
    ['MINT', till.address],
    ['TRANSFER', till.address],
  ])
})

test('one that never was on chain says so, too; of the faucet nobody knows', async () => {
  const world = await createTestWorld({ SOTTO_RECEIPT_WAIT_MS: '2000' })
  const alice = await createTester(world)
  const till = await walletWithMoney(alice)
  const db = world.db as Parameters<typeof up>[0]
  await down(db)
  await sql`delete from attempts`.execute(world.db)
  await sql`delete from legs`.execute(world.db)
  await up(db)
  const from = (await alice.api.listTransactions({})).items.map(({ type, from: payer }) => [type, payer]).sort()
  expect(from).toEqual([
    ['FUND', null],
    ['MINT', till.address],
  ])
})
