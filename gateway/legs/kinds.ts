import type { LegKind } from '../db/schema/payment-rows.ts'

/** Whose key signs such a leg, and whether it pays a redeem out. */
type Meaning = { signer: 'wallet' | 'operator' | 'either'; paysOut: boolean }

const meanings: Record<LegKind, Meaning> = {
  fund: { signer: 'operator', paysOut: false },
  approve: { signer: 'wallet', paysOut: false },
  wrap: { signer: 'wallet', paysOut: false },
  transfer: { signer: 'wallet', paysOut: false },
  unwrap: { signer: 'wallet', paysOut: false },
  finalize: { signer: 'operator', paysOut: true },
  payout: { signer: 'operator', paysOut: true },
  'nonce gap': { signer: 'either', paysOut: false },
}

const kindsThat = (applies: (meaning: Meaning) => boolean) =>
  (Object.keys(meanings) as LegKind[]).filter((kind) => applies(meanings[kind]))

/** Kinds that no key but the operator's signs. */
export const operatorKinds = kindsThat(({ signer }) => signer === 'operator')

/** Kinds that pay a redeem out. */
export const payoutKinds = kindsThat(({ paysOut }) => paysOut)

export function isPayout({ kind }: { kind: LegKind }): boolean {
  return meanings[kind].paysOut
}
