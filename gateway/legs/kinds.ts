import type { Meaning } from '../chain/calls.ts'
import type { LegKind } from '../db/schema/payment-rows.ts'
import type { Role } from './tags/tag.ts'

/** Kinds that pay a redeem out. */
export const payoutKinds: readonly LegKind[] = ['finalize', 'payout']

export const isPayout = ({ kind }: { kind: LegKind }) => payoutKinds.includes(kind)

/** The role that a leg of this kind has in its payment. */
export const roleOf = (kind: LegKind): Role =>
  kind === 'nonce gap' ? 'gap filler' : isPayout({ kind }) ? 'settlement' : 'call'

/**
 * The kind of the leg that moves the value of a payment, by the effect of its call; undefined for a payout, and for a call that
 * moves nothing.
 */
export function kindOfCall(does: Meaning['does'] | null | undefined): LegKind | undefined {
  switch (does) {
    case 'fund':
    case 'wrap':
    case 'transfer':
    case 'unwrap':
      return does
    case 'hidden transfer':
      return 'transfer'
    default:
      return undefined
  }
}
