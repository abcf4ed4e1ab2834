import { beforeEach, expect, test } from 'vitest'
import type { Sent } from '../../chain/fake/ledger.ts'
import { walletWithMoney } from '../../testing/test-world.ts'
import { voidPayout } from '../payouts/by-hand/by-hand.ts'
import { reconcile } from '../reconcile.ts'
import { backUp, begin, paidOut, redeem, restore, setUpEach, tester, world } from './restore-fixture.ts'

setUpEach()

beforeEach(() => begin())

async function look(id: string, times: number) {
  for (let looks = 0; looks < times; looks++) {
    world.clock.pass(60_000)
    await reconcile(world, id)
  }
}

test('what paid a redeem, and has a known nonce that is free, is not given up by hand', async () => {
  const { ledger } = world.chain
  const another = await walletWithMoney(tester)
  const id = (await redeem('10')).transaction?.id ?? ''
  const other = (await tester.api.redeem({ walletId: another.id, amount: '5' })).transaction.id
  backUp()
  const hidden: Sent[] = []
  const signed = async (redeemed: string) => {
    world.chain.faults.broadcast = (sent) => {
      hidden.push(sent)
      return 'lost'
    }
    world.clock.pass(4_000)
    await reconcile(world, redeemed)
    delete world.chain.faults.broadcast
  }
  await signed(id)
  await restore()
  await signed(other)
  const [x] = hidden
  if (x === undefined) throw new Error('no payout')
  ledger.take(x)
  await look(id, 2)
  const row = () =>
    world.db.selectFrom('transactions').select(['paidBy', 'status']).where('id', '=', id).executeTakeFirst()
  expect((await row())?.paidBy).toBe(x.hash)
  ledger.rollback(1)
  await expect(voidPayout(world, id)).rejects.toThrow('could still be mined: nothing else has used nonce')
  ledger.take(x)
  await look(id, 4)
  await look(other, 4)
  expect(await row()).toMatchObject({ status: 'SETTLED', paidBy: x.hash })
  expect(paidOut()).toBe(15_000_000n)
})
