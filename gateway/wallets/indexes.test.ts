import { expect, test } from 'vitest'
import { atomically } from '../db/database.ts'
import { createTester, createTestWorld } from '../testing/test-world.ts'
import { deriveWallet } from './derive-wallet.ts'
import { takeIndex } from './indexes-store.ts'

test('wallets that are asked for at once have an index each, without a gap', async () => {
  const world = await createTestWorld({ SOTTO_LIMIT_WRITES: '1000' })
  const { api, accountId } = await createTester(world)
  const made = await Promise.all(Array.from({ length: 30 }, () => api.createWallet({ type: 'custodial' })))
  const expected = made.map((_, index) => deriveWallet(world, { accountId, generation: 1, index }).id)
  expect(made.map(({ wallet }) => wallet.id).sort()).toEqual(expected.sort())
})

test('an index whose wallet was not stored is taken by the next', async () => {
  const world = await createTestWorld()
  const { api, accountId } = await createTester(world)
  const killed = atomically(world.db, async (trx) => {
    expect(await takeIndex(trx, world.keys, accountId)).toEqual({ accountId, generation: 1, index: 0 })
    throw new Error('killed')
  })
  await expect(killed).rejects.toThrow('killed')
  const { wallet } = await api.createWallet({ type: 'custodial' })
  expect(wallet.id).toBe(deriveWallet(world, { accountId, generation: 1, index: 0 }).id)
})

test('accounts count for themselves', async () => {
  const world = await createTestWorld()
  for (const { api, accountId } of [await createTester(world), await createTester(world)]) {
    const { wallet } = await api.createWallet({ type: 'custodial' })
    expect(wallet.id).toBe(deriveWallet(world, { accountId, generation: 1, index: 0 }).id)
  }
})
