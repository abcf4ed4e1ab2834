import { expect, test } from 'vitest'
import { repeated } from '../testing/how-often.ts'
import { begin, tester, wallet, world } from './faults-fixture.ts'

const TIMES = repeated(100)

test(`${TIMES} times two readers of one settling redeem, one payout`, { timeout: 600_000 }, async () => {
  await begin()
  await tester.api.fund({ walletId: wallet.id, amount: String(TIMES) })
  await tester.api.mint({ walletId: wallet.id, amount: String(TIMES) })
  for (let times = 0; times < TIMES; times++) {
    const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '1' })
    world.clock.pass(1_100)
    const reads = [1, 2].map(() => tester.api.getTransaction({ id: transaction.id }))
    for (const read of await Promise.all(reads)) expect(read.transaction.status).toBe('SETTLED')
  }
  expect(world.chain.broadcasts.filter(({ action }) => action.do === 'finalize')).toHaveLength(TIMES)
})
