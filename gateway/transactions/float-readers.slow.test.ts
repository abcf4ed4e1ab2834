import { expect, test } from 'vitest'
import { begin, tester, wallet, world } from './faults-fixture.ts'

test('a thousand times two readers of one settling redeem, one payout', async () => {
  await begin()
  await tester.api.fund({ walletId: wallet.id, amount: '1000' })
  await tester.api.mint({ walletId: wallet.id, amount: '1000' })
  for (let times = 0; times < 1_000; times++) {
    const { transaction } = await tester.api.redeem({ walletId: wallet.id, amount: '1' })
    world.clock.pass(1_100)
    const reads = [1, 2].map(() => tester.api.getTransaction({ id: transaction.id }))
    for (const read of await Promise.all(reads)) expect(read.transaction.status).toBe('SETTLED')
  }
  expect(world.chain.broadcasts.filter(({ action }) => action.do === 'finalize')).toHaveLength(1_000)
})
