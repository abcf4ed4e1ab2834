import type { LegKind } from '../db/schema/payment-rows.ts'

/** Whether a leg of a kind pays a redeem out. */
const paysOut: Record<LegKind, boolean> = {
  fund: false,
  approve: false,
  wrap: false,
  transfer: false,
  unwrap: false,
  finalize: true,
  payout: true,
  'nonce gap': false,
}

/** Kinds that pay a redeem out. */
export const payoutKinds = (Object.keys(paysOut) as LegKind[]).filter((kind) => paysOut[kind])

export const isPayout = ({ kind }: { kind: LegKind }) => paysOut[kind]
