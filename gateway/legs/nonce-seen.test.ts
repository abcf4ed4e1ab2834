import { expect, test } from 'vitest'
import type { LegState } from '../db/schema/payment-rows.ts'
import { createTester, createTestWorld, walletWithMoney } from '../testing/test-world.ts'
import { nonceSeenAt } from './nonces-store.ts'

const world = await createTestWorld()
const tester = await createTester(world)
const { address } = await walletWithMoney(tester)
const { nonce, blockNumber } = await world.db
  .selectFrom('legs')
  .select(['nonce', 'blockNumber'])
  .where('sender', '=', address)
  .orderBy('nonce', 'desc')
  .limit(1)
  .executeTakeFirstOrThrow()
const block = blockNumber ?? 0

test.each<[LegState, number, number]>([
  ['confirmed', block, nonce + 1],
  ['reverted', block, nonce + 1],
  ['confirmed', block - 1, nonce],
  // What a reorganisation can still move may not be in the balances of its block any more: it counts as under way.
  ['mined', block, nonce],
  ['open', block, nonce],
])('the newest leg %s, asked at block %i: %i of a sender are surely in its balances', async (state, at, seen) => {
  await world.db.updateTable('legs').set({ state }).where('sender', '=', address).where('nonce', '=', nonce).execute()
  expect(await nonceSeenAt(world.db, address, at)).toBe(seen)
})
