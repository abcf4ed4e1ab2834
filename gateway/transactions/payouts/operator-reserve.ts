import type { Left } from '../../legs/spendable.ts'

/** `payouts`: how many are to be made, each of which takes gas. `stable`: units of STABLE that those from the float take. */
export type Reserved = { payouts: bigint; stable: bigint }

/** More than any payout takes (125 k measured), so that a burn is not begun that the operator cannot pay out. */
const PAYOUT_GAS = 400_000n

/** The operator's lack for one more payout than it has promised; the payout takes so much STABLE from its float. */
export function lackFor(
  units: bigint,
  { wei, stable }: Pick<Left, 'wei' | 'stable'>,
  promised: Reserved,
  maxFee: bigint,
): 'ETH' | 'STABLE' | undefined {
  if (wei < gasReserved(promised, maxFee, 1n)) return 'ETH'
  return stable - promised.stable < units ? 'STABLE' : undefined
}

/** Wei that the operator needs for its promises, and for so many payouts more. */
export function gasReserved({ payouts }: Reserved, maxFee: bigint, more = 0n): bigint {
  return (payouts + more) * PAYOUT_GAS * maxFee
}
