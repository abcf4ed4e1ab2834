import { beforeEach, expect, test } from 'vitest'
import { attemptsOf } from '../../legs/attempts-store.ts'
import { isPayout } from '../../legs/kinds.ts'
import { legsOf } from '../../legs/store.ts'
import { begin, read, redeem, world } from '../faults-fixture.ts'
import { findTransaction } from '../store.ts'
import { closeGap } from './nonce-gaps.ts'

/** The payouts of two redeems at the operator's next nonces, which no node takes; the first one was replaced. */
beforeEach(async () => {
  await begin()
  world.chain.faults.broadcast = ({ action }) => (action.do === 'finalize' ? 'lost' : 'accepted')
})

async function payoutOf(id: string) {
  const [transaction, legs] = [await findTransaction(world.db, world.keys, id), await legsOf(world.db, world.keys, id)]
  const payout = legs.find(isPayout)
  if (transaction === undefined || payout === undefined) throw new Error('no payout')
  return { transaction, payout }
}

test('of a leg in line that was replaced nothing is asked until its newest bytes are due', async () => {
  const [one, other] = [await redeem('10'), await redeem('10')]
  await read(one.id)
  await read(other.id)
  world.chain.ledger.mineEmpty()
  await read(one.id, 60_000)
  await read(other.id, 0)
  const { payout: first } = await payoutOf(one.id)
  const { transaction, payout: second } = await payoutOf(other.id)
  expect(second.nonce).toBe(first.nonce + 1)
  expect(await attemptsOf(world.db, world.keys, first.id)).toHaveLength(2)

  let asked = 0
  const { receipt } = world.chain
  world.chain.receipt = (hash, old) => {
    asked += 1
    return receipt(hash, old)
  }
  const below = first.nonce - 1
  world.clock.pass(1_000)
  for (let looks = 0; looks < 10; looks++) await closeGap(world, transaction, second, below)
  expect(asked).toBe(0)

  const [newest] = await attemptsOf(world.db, world.keys, first.id)
  const before = world.chain.broadcasts.length
  world.clock.pass(3_000)
  await closeGap(world, transaction, second, below)
  expect(asked).toBeGreaterThan(0)
  expect(world.chain.broadcasts.slice(before).map(({ hash }) => hash)).toContain(newest?.hash)
})
