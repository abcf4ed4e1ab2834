import type { Address } from '#shared/model/ids.ts'
import type { Reading } from '../../legs/reading.ts'
import { leftIn, type Spendable, spendableIn } from '../../legs/spendable.ts'
import { lackFor } from '../../transactions/payouts/operator-reserve.ts'
import { operatorReserved } from '../../transactions/payouts/operator-reserve-store.ts'
import type { World } from '../../world/world.ts'
import { type Outlook, PaymentImpossible } from '../submit/draft.ts'
import { isThroughFloat } from './legs.ts'
import { requireOperator } from './operator.ts'

/** The figures that the operator's cover for a payout was decided on. */
export type Cover = { operator: Address; reading: Reading; spendable: Spendable }

/**
 * Checked before the first leg: if the operator lacks gas, or in float mode STABLE, beyond its promises to others, nothing is
 * burned.
 */
export async function requirePayoutCover(
  world: World,
  { reading, atOneBlock }: Outlook,
  units: bigint,
): Promise<Cover> {
  const operator = requireOperator(world)
  // Before what is under way: a payout signed in between then counts twice, never not at all.
  const promised = await operatorReserved(world)
  const spendable = await spendableIn(world, reading, operator.address, atOneBlock)
  const lack = lackFor(fromFloat(world, units), spendable, promised, reading.fees.maxFee)
  if (lack === undefined) return { operator: operator.address, reading, spendable }
  const reason = `The operator has too little ${lack} to pay out. Nothing was burned.`
  throw new PaymentImpossible(reason, 'redeem_settlement_failed')
}

/** The same by the rows stored now: a stored redeem of any process is promised its payout. */
export async function isStillCovered(books: World, cover: Cover, units: bigint): Promise<boolean> {
  const { operator, reading, spendable } = cover
  const left = await leftIn(books, reading, operator, spendable.included)
  return lackFor(fromFloat(books, units), left, await operatorReserved(books), reading.fees.maxFee) === undefined
}

const fromFloat = (world: Pick<World, 'config'>, units: bigint) => (isThroughFloat(world) ? units : 0n)
