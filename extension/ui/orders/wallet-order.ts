import * as z from 'zod/mini'
import type { WalletBalances } from '#shared/model/balances.ts'
import type { Order } from '../../intents/intent.ts'
import type { AmountFlaw } from '../amounts/amount-rules.ts'
import { type AmountLimits, readAmount } from '../amounts/amount-rules.ts'

/** What the gateway found wrong with an order that was sent, at the field that it is about; null: there is not enough, or no such request. */
export const FieldFlaw = z.strictObject({
  field: z.enum(['wallet', 'to', 'token', 'amount']),
  said: z.nullable(z.string()),
})
export type FieldFlaw = z.infer<typeof FieldFlaw>

/** A half-filled form of a payment that concerns one wallet alone. */
export const WalletDraft = z.strictObject({
  walletId: z.nullable(z.string()),
  amount: z.string(),
  flaw: z.nullable(FieldFlaw),
  /** Names the payment that a review of this form leads to; another one as soon as anything is changed. */
  payment: z.nullable(z.string()),
})
export type WalletDraft = z.infer<typeof WalletDraft>

/** What another page left of a form: this page reviews nothing of it, so that a review never changes before it is confirmed. */
export function unreviewed<T extends { payment: string | null }>(draft: T): T {
  return { ...draft, payment: null }
}

export type WalletVerb = 'fund' | 'mint' | 'redeem'

/** The order that a form comes to, or which rule its amount breaks. */
export function walletOrder(
  verb: WalletVerb,
  { amount }: Pick<WalletDraft, 'amount'>,
  from: Pick<WalletBalances, 'wallet'>,
  limits: AmountLimits = {},
): { order: Order; amount: string } | { flaw: AmountFlaw } {
  const read = readAmount(amount, limits)
  if ('flaw' in read) return read
  return { order: { verb, walletId: from.wallet.id, amount: read.amount }, amount: read.amount }
}

/** Where such a form is kept; `asked` is the wallet that the screen was opened for. */
export function walletDraftName(verb: WalletVerb, profileId: string, asked: string | null): string {
  return `${verb} ${profileId} ${asked ?? ''}`
}
