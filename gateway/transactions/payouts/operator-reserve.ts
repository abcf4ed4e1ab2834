/** `payouts`: how many are to be made, each of which takes gas. `stable`: units of STABLE that those from the float take. */
export type Reserved = { payouts: bigint; stable: bigint }

/** More than any payout takes (125 k measured), so that a burn is not begun that the operator cannot pay out. */
const PAYOUT_GAS = 400_000n

/** Wei that the operator needs for what it has promised. */
export function gasReserved({ payouts }: Reserved, maxFee: bigint): bigint {
  return payouts * PAYOUT_GAS * maxFee
}
