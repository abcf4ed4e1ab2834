import { beforeEach, expect, test } from 'vitest'
import type { Receipt } from '../../chain/port.ts'
import { type Leg, legsOf } from '../../legs/store.ts'
import { begin, read, redeem, world } from '../faults-fixture.ts'
import { firstLegNow } from './payouts-of-burn.ts'

let first: Leg

/** A redeem from the float that is paid: what arrived there decides whether its payout is sent again. */
beforeEach(async () => {
  await begin({ SOTTO_REDEEM_MODE: 'float' })
  world.chain.ledger.holder(world.chain.operator.address).stable = 10n ** 12n
  const { id } = await redeem('10')
  expect((await read(id)).status).toBe('SETTLED')
  const leg = (await legsOf(world.db, world.keys, id)).find(({ movesValue }) => movesValue)
  if (leg === undefined) throw new Error('no leg')
  first = leg
})

test('what a first leg left is read off its receipt', async () => {
  expect((await firstLegNow(world, first))?.handle).toBe(first.handle)
})

test.each<[string, (truth: Receipt) => Partial<Receipt>]>([
  [
    'of another input',
    (truth) => ({
      confidentialMoves: truth.confidentialMoves.map((move) => ({ ...move, input: `0x${'7'.repeat(64)}` })),
    }),
  ],
  ['of a transaction that reverted', () => ({ success: false })],
  ['of a block that the chain has given up', () => ({ blockHash: `0x${'8'.repeat(64)}` })],
])('an event %s is not what it left', async (_, change) => {
  world.chain.faults.lie = (hash, truth) => (truth && hash === first.minedHash ? { ...truth, ...change(truth) } : truth)
  expect(await firstLegNow(world, first)).toBeUndefined()
})
