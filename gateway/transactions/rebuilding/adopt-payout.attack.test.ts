import { expect, test } from 'vitest'
import { accountForNonces } from '../../legs/reconciling/account-for-nonces.ts'
import { legsOf } from '../../legs/store.ts'
import { reconcile } from '../reconcile.ts'
import { findTransaction } from '../store.ts'
import { adoptPayout } from './adopt-payout.ts'
import { backUp, begin, paidOut, redeem, restore, setUpEach, unattributed, world } from './restore-fixture.ts'

setUpEach()

/** Two redeems of one amount were paid after the backup that was restored: either payout could be either one's. */
async function settle(id: string) {
  for (let looks = 0; looks < 4; looks++) {
    world.clock.pass(4_000)
    await reconcile(world, id)
  }
}

async function twoPaidAndForgotten() {
  await begin('float')
  const [one = '', other = ''] = [await redeem('10'), await redeem('10')].map(({ transaction }) => transaction?.id)
  backUp()
  await settle(one)
  await settle(other)
  expect(paidOut()).toBe(20_000_000n)
  await restore()
  await accountForNonces(world, world.chain.operator.address)
  return { one, other }
}

test('two looks at one redeem at once make one payout its own, and leave the other one’s', async () => {
  const { one, other } = await twoPaidAndForgotten()
  expect(await unattributed()).toHaveLength(2)
  const transaction = await findTransaction(world.db, world.keys, one)
  const [first] = await legsOf(world.db, world.keys, one)
  if (transaction === undefined || first === undefined) throw new Error('the redeem is not in the backup')

  const adopted = await Promise.all([1, 2].map(() => adoptPayout(world, transaction, first)))
  expect(adopted.filter((found) => found?.is === 'adopted')).toHaveLength(1)
  expect((await legsOf(world.db, world.keys, one)).map(({ kind }) => kind)).toEqual(['transfer', 'payout'])
  expect(await unattributed()).toHaveLength(1)

  await settle(one)
  await settle(other)
  expect(paidOut()).toBe(20_000_000n)
})

test('a look that began before a person noted the redeem as paid makes nothing its own', async () => {
  const { one } = await twoPaidAndForgotten()
  const transaction = await findTransaction(world.db, world.keys, one)
  const [first] = await legsOf(world.db, world.keys, one)
  if (transaction === undefined || first === undefined) throw new Error('the redeem is not in the backup')
  const [find] = await unattributed()
  await world.db
    .updateTable('transactions')
    .set({ paidBy: find?.hash ?? null })
    .where('id', '=', one)
    .execute()

  expect(await adoptPayout(world, transaction, first)).toBeUndefined()
  expect(await unattributed()).toHaveLength(2)
})
