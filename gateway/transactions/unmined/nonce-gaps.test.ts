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

test('a cancellation at the ceiling of fees, which nodes refused at first, is sent again', async () => {
  const { id } = await redeem('10')
  const { broadcast } = world.chain
  let isTaken = false
  world.chain.broadcast = async (raw) => {
    world.chain.faults.broadcast = ({ action }) => (action.do === 'nothing' && isTaken ? 'accepted' : 'lost')
    const outcome = await broadcast(raw)
    return outcome.is === 'accepted' && isTaken ? outcome : { is: 'refused', reason: 'no' }
  }
  const { SOTTO_MAX_FEE_GWEI } = Object.assign(world.config, { SOTTO_MAX_FEE_GWEI: 3 })
  for (let looks = 0; looks < 30; looks++) {
    await read(id, 31_000)
    // From the first cancellation on.
    if (looks > 14) world.chain.ledger.mineEmpty()
  }
  const { payout } = await payoutOf(id)
  const [newest] = await attemptsOf(world.db, world.keys, payout.id)
  expect(newest?.kind).toBe('cancel')
  expect((Number(newest?.maxFee) * 9) / 8).toBeGreaterThan(SOTTO_MAX_FEE_GWEI * 1e9)
  isTaken = true
  for (let looks = 0; looks < 4; looks++) await read(id, 60_000)
  const [first] = (await legsOf(world.db, world.keys, id)).filter(isPayout)
  expect(first?.state).toBe('cancelled')
})
