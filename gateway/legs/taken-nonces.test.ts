import { beforeEach, expect, test } from 'vitest'
import type { Hex } from '#shared/model/ids.ts'
import { createTester, createTestWorld, type TestWorld, walletWithMoney } from '../testing/test-world.ts'
import { takenNonces } from './nonces-store.ts'
import { insertUnattributed } from './reconciling/unattributed/store.ts'

const sender: Hex = `0x${'5'.repeat(40)}`
let world: TestWorld

beforeEach(async () => {
  world = await createTestWorld()
  await walletWithMoney(await createTester(world))
})

async function take(legs: readonly number[], found: readonly number[], open: readonly number[]) {
  const leg = await world.db.selectFrom('legs').selectAll().limit(1).executeTakeFirstOrThrow()
  for (const nonce of legs) {
    const state = open.includes(nonce) ? 'open' : 'confirmed'
    const row = { ...leg, id: `leg ${nonce}`, position: 100 + nonce, sender, nonce, state } as const
    await world.db.insertInto('legs').values(row).execute()
  }
  for (const nonce of found) {
    const none = { does: null, toAddress: null, units: null, handle: null, transactionId: null, tagRow: null }
    const place = { hash: `0x${nonce}`, sender, nonce, blockNumber: 1, blockHash: null, isFinal: true } as const
    const rest = {
      raw: '0x',
      maxFee: '0',
      priorityFee: '0',
      cost: '0',
      owesNothing: 0,
      lookedAt: null,
      foundAt: 0,
    } as const
    await insertUnattributed(world.db, world.keys, { ...none, ...place, ...rest })
  }
}

test.each<[string, number[], number[], number[], number, number, number | undefined]>([
  ['nothing', [], [], [], 0, 0, undefined],
  ['nothing from there on', [], [], [], 3, 3, undefined],
  ['legs', [0, 1, 2], [], [], 0, 3, undefined],
  ['legs that begin later', [1, 2], [], [], 0, 0, undefined],
  ['legs with a gap between them', [0, 1, 3], [], [], 0, 2, undefined],
  ['a transaction in the gap', [0, 1, 3], [2], [], 0, 4, undefined],
  ['a transaction at the nonce of a leg', [0, 1, 2], [1], [], 0, 3, undefined],
  ['transactions alone', [], [3, 4], [], 3, 5, undefined],
  ['a gap below the first that matters', [0, 5, 6], [], [], 5, 7, undefined],
  ['an open leg', [0, 1, 2], [], [1], 0, 3, 1],
  ['an open leg that is not mined', [0, 1, 2, 3, 4], [], [4], 0, 5, undefined],
  ['an open leg below the first that matters', [0, 1, 2], [], [0], 1, 3, undefined],
])('of a sender that has %s', async (_, legs, found, open, from, firstUnknown, firstOpen) => {
  await take(legs, found, open)
  expect(await takenNonces(world.db, { sender, from, below: 4 })).toEqual({ firstUnknown, firstOpen })
})
