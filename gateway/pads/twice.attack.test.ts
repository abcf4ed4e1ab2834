import { expect, test } from 'vitest'
import type { Sent } from '../chain/fake/ledger.ts'
import { createMemory } from '../world/memory.ts'
import {
  elsewhere,
  filled,
  ONE,
  padded,
  pay,
  settled,
  setUpEach,
  tester,
  wallet,
  withPads,
  world,
} from './pads-fixture.ts'
import { padsReady } from './pool.ts'

// Two numbers that were added to one pad tell its amounts to everybody who got one of them.
setUpEach({ SOTTO_PADS: '32' })

/** Pads that were sent with two different numbers. */
function reused(): string[] {
  const numbers = Map.groupBy(padded(), ({ handle }) => handle)
  return [...numbers].filter(([, some]) => new Set(some.map(({ delta }) => delta)).size > 1).map(([handle]) => handle)
}

const lastPadded = () => world.chain.broadcasts.findLast(({ action }) => action.do === 'padded') as Sent

test('many payments at once: each has a pad of its own, or none', async () => {
  await withPads()
  const paid = await Promise.all(
    Array.from({ length: 50 }, (_, index) => pay(`0.${String(index + 1).padStart(6, '0')}`)),
  )
  for (const { transaction } of paid) expect((await settled(transaction.id)).status).toBe('SETTLED')
  expect(reused()).toEqual([])
  expect(new Set(padded().map(({ handle }) => handle)).size).toBe(32)
  expect(world.chain.ledger.confidentialOf(elsewhere)).toBe(ONE + (50n * 51n) / 2n)
})

test('a payment that cannot be stored has burned its pad', async () => {
  await withPads()
  const { step } = world
  world.step = (at) => {
    if (at === 'before committing legs') throw new Error('the disk is full')
  }
  await expect(pay('5')).rejects.toThrow()
  world.step = step
  expect([padded(), padsReady(world)]).toEqual([[], 31])
  await pay('6')
  expect(padded()).toHaveLength(1)
})

test('a payment that never arrives has burned its pad, and is sent again with the same number', async () => {
  await withPads()
  world.chain.faults.broadcast = () => 'lost'
  const { transaction } = await pay('5')
  await pay('6')
  delete world.chain.faults.broadcast
  expect((await settled(transaction.id)).status).toBe('SETTLED')
  expect(reused()).toEqual([])
  expect(padsReady(world)).toBe(30)
})

test('a replacement with higher fees has the same pad and the same number', async () => {
  await withPads()
  world.chain.ledger.automine = false
  const { transaction } = await pay('5')
  const first = lastPadded()
  const { fees } = world.chain
  world.chain = {
    ...world.chain,
    fees: async () => ({ ...(await fees()), maxFee: 40_000_000_000n, priorityFee: 2_000_000_000n }),
  }
  for (let looks = 0; looks < 6; looks++) {
    world.clock.pass(60_000)
    world.chain.ledger.mineEmpty()
    await tester.api.getTransaction({ id: transaction.id })
  }
  const again = lastPadded()
  expect(again.fee).toBeGreaterThan(first.fee ?? 0n)
  expect(again.action).toEqual(first.action)
  expect(reused()).toEqual([])
})

test('a call that reverted has burned its pad', async () => {
  await withPads()
  // The permission is taken back after it was read.
  world.chain.ledger.holder(wallet.address).padsUntil = 0
  const { pads } = world.chain
  world.chain = { ...world.chain, pads: { ...pads, mayMove: async () => true, stateOf: async () => 'ready' } }
  await expect(pay('5')).rejects.toMatchObject({ code: 'transfer_failed' })
  world.chain = { ...world.chain, pads }
  await pay('6')
  expect(padded()).toHaveLength(1)
  world.chain.ledger.holder(wallet.address).padsUntil = 2 ** 40
  await pay('7')
  expect(new Set(padded().map(({ handle }) => handle)).size).toBe(2)
})

test('another process, of a copy of all data, has no pad', async () => {
  await withPads()
  const copy = { ...world, memory: createMemory() }
  expect([padsReady(world), padsReady(copy)]).toEqual([32, 0])
})

test('no number of a pad is on disk before it is used, and its proof neither', async () => {
  await withPads()
  const before = await world.db.selectFrom('plaintexts').select('handle').execute()
  await pay('5')
  const [used] = padded()
  expect(before.map(({ handle }) => handle)).not.toContain(used?.handle)
  const after = await world.db.selectFrom('plaintexts').select('handle').execute()
  expect(after.map(({ handle }) => handle)).toContain(used?.handle)
  await filled()
  expect(await world.db.selectFrom('plaintexts').select('handle').execute()).toEqual(after)
})
