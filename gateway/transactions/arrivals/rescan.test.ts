import { expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { createOutsider } from '../../testing/outsider.ts'
import { createTester, createTestWorld } from '../../testing/test-world.ts'
import { wrongTotals } from '../totals-store.ts'
import { look } from './look.ts'
import { rescan } from './rescan.ts'

async function stage() {
  const world = await createTestWorld({ SOTTO_LIMIT_READS: '100000' })
  const bob = await createTester(world)
  const stranger = createOutsider(world)
  const elsewhere: Address = `0x${'7'.repeat(40)}`
  await bob.api.createWallet({ type: 'custodial' })
  return { world, bob, stranger, elsewhere }
}

test('what came in before a wallet was registered is listed on demand, once however often', async () => {
  const { world, bob, stranger, elsewhere } = await stage()
  for (let count = 0; count < 250; count++) stranger.pay(elsewhere, 1_000_000n)
  for (let looks = 0; looks < 3; looks++) await look(world)
  await bob.api.createWallet({ type: 'external', address: elsewhere })
  await look(world)
  expect((await bob.api.listTransactions({ direction: 'in' })).total).toBe(0)
  expect((await rescan(world, elsewhere, 0)).arrivals).toBe(250)
  expect((await rescan(world, elsewhere, 100)).arrivals).toBe(0)
  expect((await bob.api.listTransactions({ direction: 'in' })).total).toBe(250)
  expect(await wrongTotals(world.db)).toEqual([])
})

test('a node that refuses long runs is asked for shorter ones', async () => {
  const { world, bob, stranger, elsewhere } = await stage()
  stranger.pay(elsewhere, 1_000_000n)
  for (let blocks = 0; blocks < 1_000; blocks++) world.chain.ledger.mineEmpty()
  for (let looks = 0; looks < 3; looks++) await look(world)
  await bob.api.createWallet({ type: 'external', address: elsewhere })
  const { movesTo } = world.chain
  world.chain.movesTo = async (to, from, end) => {
    world.chain.faults.chainAway = end - from + 1 > 150
    return movesTo(to, from, end).finally(() => {
      world.chain.faults.chainAway = false
    })
  }
  expect((await rescan(world, elsewhere, 0)).arrivals).toBe(1)
})

test('an address of no wallet is refused', async () => {
  const { world } = await stage()
  await expect(rescan(world, `0x${'9'.repeat(40)}`, 0)).rejects.toThrow('No wallet of this gateway')
})
