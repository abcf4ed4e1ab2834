import type { Fees } from '../chain/port.ts'
import type { World } from '../world/world.ts'

const GWEI = 1_000_000_000n

/** The fees that the chain asks now, up to the configured ceiling: above it a transaction waits until gas is cheaper. */
export async function feesNow(world: Pick<World, 'chain' | 'config'>): Promise<Fees> {
  return belowCeiling(world, await world.chain.fees())
}

export function belowCeiling(world: Pick<World, 'config'>, fees: Fees): Fees {
  const maxFee = min(fees.maxFee, feeCeiling(world))
  return { ...fees, maxFee, priorityFee: min(fees.priorityFee, maxFee) }
}

export function feeCeiling(world: Pick<World, 'config'>): bigint {
  return BigInt(world.config.SOTTO_MAX_FEE_GWEI) * GWEI
}

export type Bid = Pick<Fees, 'maxFee' | 'priorityFee'>

/**
 * The bid that replaces another: an eighth more in both fields, since nodes refuse less than a tenth, or the chain's price if
 * that is more. Undefined if it would pass the ceiling.
 */
export function higherBid(last: Bid, now: Bid, ceiling: bigint): Bid | undefined {
  const maxFee = max(eighthMore(last.maxFee), now.maxFee)
  const priorityFee = max(eighthMore(last.priorityFee), now.priorityFee)
  return maxFee > ceiling ? undefined : { maxFee, priorityFee: min(priorityFee, maxFee) }
}

/**
 * Whether a bid is so far above what the chain asks now that another eighth would change nothing: twice as much in both
 * fields, where what is asked holds twice the base fee already.
 */
export function isAmple(bid: Bid, now: Bid): boolean {
  return bid.maxFee >= now.maxFee * 2n && bid.priorityFee >= now.priorityFee * 2n
}

export const eighthMore = (fee: bigint) => (fee * 9n) / 8n + 1n
const min = (a: bigint, b: bigint) => (a < b ? a : b)
export const max = (a: bigint, b: bigint) => (a > b ? a : b)
