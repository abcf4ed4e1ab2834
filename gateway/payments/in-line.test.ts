import { expect, test } from 'vitest'
import { createTester, createTestWorld } from '../test-world.ts'

test('a payment that waited half a minute for its turn is not made any more', async () => {
  const world = await createTestWorld()
  const { api } = await createTester(world)
  const { wallet } = await api.createWallet({ type: 'custodial' })
  await api.fund({ walletId: wallet.id, amount: '100' })
  const mint = () => api.mint({ walletId: wallet.id, amount: '10' })

  // The first one holds the wallet's turn while the chain takes its time; the second stands behind it.
  const { estimate } = world.chain
  const held = Promise.withResolvers<void>()
  world.chain.estimate = (...call) => held.promise.then(() => estimate(...call))
  const both = Promise.allSettled([mint(), mint()])
  for (let turns = 0; turns < 50; turns++) await new Promise((resolve) => setImmediate(resolve))
  world.clock.pass(30_001)
  held.resolve()

  const overloaded = { status: 503, code: 'overloaded', headers: { 'retry-after': '1' } }
  expect(await both).toMatchObject([{ reason: overloaded }, { reason: overloaded }])
  expect(world.chain.broadcasts.filter(({ action }) => action.do === 'wrap')).toEqual([])
  expect((await mint()).transaction.status).toBe('SETTLED')
})
