import { expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { createOutsider } from '../../testing/outsider.ts'
import { createTester, createTestWorld } from '../../testing/test-world.ts'
import { wrongTotals } from '../totals-store.ts'
import { look } from './look-fixture.ts'
import { arrivalsBetween } from './read-store.ts'
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
    world.chain.faults.chainAway = end - from + 1 > 10
    return movesTo(to, from, end).finally(() => {
      world.chain.faults.chainAway = false
    })
  }
  expect((await rescan(world, elsewhere, 0)).arrivals).toBe(1)
})

test('a node that lags, and leaves out the newest blocks of a run without a word, leaves out nothing', async () => {
  const { world, bob, stranger, elsewhere } = await stage()
  for (let blocks = 0; blocks < 100; blocks++) world.chain.ledger.mineEmpty()
  stranger.pay(elsewhere, 1_000_000n)
  for (let blocks = 0; blocks < 20; blocks++) world.chain.ledger.mineEmpty()
  await look(world)
  await bob.api.createWallet({ type: 'external', address: elsewhere })
  const { movesTo } = world.chain
  world.chain.movesTo = (to, from, end) => movesTo(to, from, Math.min(end, world.chain.ledger.block - 30))
  expect((await rescan(world, elsewhere, 0)).arrivals).toBe(1)
})

test('a run that a reorganisation meets is looked through again', async () => {
  const { world, bob, stranger, elsewhere } = await stage()
  const sent = stranger.pay(elsewhere, 1_000_000n)
  for (let blocks = 0; blocks < 100; blocks++) world.chain.ledger.mineEmpty()
  await look(world)
  await bob.api.createWallet({ type: 'external', address: elsewhere })
  const { movesTo } = world.chain
  world.chain.movesTo = async (...run) => {
    world.chain.movesTo = movesTo
    const moves = await movesTo(...run)
    world.chain.ledger.rollback(101)
    for (let blocks = 0; blocks < 10; blocks++) world.chain.ledger.mineEmpty()
    world.chain.ledger.take(sent)
    for (let blocks = 0; blocks < 100; blocks++) world.chain.ledger.mineEmpty()
    return moves
  }
  await rescan(world, elsewhere, 0)
  const { receipt } = world.chain.ledger.mined.get(sent.hash) ?? {}
  expect(await arrivalsBetween(world.db, 0)).toMatchObject([{ blockHash: receipt?.blockHash }])
})

test('what a run saw of blocks that the scan has gone back behind meanwhile is not listed', async () => {
  const { world, bob, stranger, elsewhere } = await stage()
  stranger.pay(elsewhere, 1_000_000n)
  for (let blocks = 0; blocks < 100; blocks++) world.chain.ledger.mineEmpty()
  await look(world)
  await bob.api.createWallet({ type: 'external', address: elsewhere })
  const { movesTo, block } = world.chain
  world.chain.movesTo = async (...run) => {
    world.chain.movesTo = movesTo
    // Asked once more after the moves, their block and the run's last one are still there; then chain and scan go back.
    let asked = 0
    world.chain.block = async (number) => {
      const found = await block(number)
      if (++asked === 1) return found
      world.chain.block = block
      world.chain.ledger.rollback(101)
      for (let blocks = 0; blocks < 110; blocks++) world.chain.ledger.mineEmpty()
      for (let looks = 0; looks < 3; looks++) await look(world)
      return found
    }
    return movesTo(...run)
  }
  expect(await rescan(world, elsewhere, 0)).toMatchObject({ arrivals: 0 })
  expect(world.chain.block).toBe(block)
  expect(await arrivalsBetween(world.db, 0)).toEqual([])
  expect(await wrongTotals(world.db)).toEqual([])
})

test('a wallet that is removed and added again is the same one, and lists a payment once', async () => {
  const { world, bob, stranger, elsewhere } = await stage()
  const register = (label: string) => bob.api.createWallet({ type: 'external', address: elsewhere, label })
  const { wallet } = await register('old')
  stranger.pay(elsewhere, 5n)
  await look(world)
  await bob.api.deleteWallet({ id: wallet.id })
  stranger.pay(elsewhere, 6n)
  await look(world)
  const again = await register('new')
  expect(again.wallet).toEqual({ ...wallet, label: 'new' })
  await expect(register('newest')).rejects.toMatchObject({ code: 'wallet_exists' })
  expect(await bob.api.getWallet({ id: wallet.id })).toMatchObject({ wallet: { id: wallet.id, label: 'new' } })
  await rescan(world, elsewhere, 0)
  const { items, total } = await bob.api.listTransactions({ direction: 'in', walletId: wallet.id })
  expect(items.map(({ amount }) => amount)).toEqual(['0.000006', '0.000005'])
  expect(total).toBe(2)
  expect(await wrongTotals(world.db)).toEqual([])
})

test('what a removed wallet had received stays as it was, until it is added again and looked through', async () => {
  const { world, bob, stranger, elsewhere } = await stage()
  const { ledger } = world.chain
  const register = async () => (await bob.api.createWallet({ type: 'external', address: elsewhere })).wallet
  const { id } = await register()
  const [moved, lost] = [stranger.pay(elsewhere, 5n), stranger.pay(elsewhere, 6n)]
  await look(world)
  const listed = async () => (await bob.api.listTransactions({ direction: 'in' })).items.map(({ txHash }) => txHash)
  await bob.api.deleteWallet({ id })
  ledger.rollback(2)
  for (let blocks = 0; blocks < 2; blocks++) ledger.mineEmpty()
  ledger.take(moved)
  await look(world)
  expect(await listed()).toEqual([lost.hash, moved.hash])
  await register()
  await rescan(world, elsewhere, 0)
  expect(await listed()).toEqual([moved.hash])
  expect(await arrivalsBetween(world.db, 0)).toMatchObject([{ blockNumber: ledger.block }])
  expect(await wrongTotals(world.db)).toEqual([])
})

test('an address of no wallet is refused', async () => {
  const { world } = await stage()
  await expect(rescan(world, `0x${'9'.repeat(40)}`, 0)).rejects.toThrow('No wallet of this gateway')
})

test('from a block that the chain does not have nothing is looked through, and it is said where the chain ends', async () => {
  const { world, bob, elsewhere } = await stage()
  await bob.api.createWallet({ type: 'external', address: elsewhere })
  const { number } = await world.chain.head()
  await expect(rescan(world, elsewhere, number + 1)).rejects.toThrow(
    `The chain ends at block ${number}: name that one or an earlier one.`,
  )
  expect(await rescan(world, elsewhere, number)).toMatchObject({ arrivals: 0 })
})
