import type { LegKind } from '../db/schema/payment-rows.ts'
import type { Role } from './tags/tag.ts'

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

/** What a leg of a kind is of its payment. */
export const roleOf = (kind: LegKind): Role =>
  kind === 'nonce gap' ? 'gap filler' : paysOut[kind] ? 'settlement' : 'call'

export const isPayout = ({ kind }: { kind: LegKind }) => paysOut[kind]
