import * as z from 'zod/mini'
import { FieldFlaw } from '../../ui/orders/wallet-order.ts'

export const DESTINATIONS = ['address', 'nota', 'wallet', 'contact'] as const

/** A half-filled form. A nota's text may be in it; nothing in it is secret. */
export const SendDraft = z.strictObject({
  walletId: z.nullable(z.string()),
  confidential: z.boolean(),
  kind: z.enum(DESTINATIONS),
  address: z.string(),
  nota: z.nullable(z.strictObject({ name: z.string(), text: z.string() })),
  toWalletId: z.nullable(z.string()),
  contactId: z.nullable(z.string()),
  amount: z.string(),
  flaw: z.nullable(FieldFlaw),
  /** Names the payment that a review of this form leads to; another one as soon as anything is changed. */
  payment: z.nullable(z.string()),
})
export type SendDraft = z.infer<typeof SendDraft>

export const freshSend: SendDraft = {
  walletId: null,
  confidential: true,
  kind: 'address',
  address: '',
  nota: null,
  toWalletId: null,
  contactId: null,
  amount: '',
  flaw: null,
  payment: null,
}

/** Where the form is kept that was reached without naming a wallet; `asked` is the wallet that was named. */
export function sendDraftName(profileId: string, asked: string | null = null): string {
  return `send ${profileId} ${asked ?? ''}`
}
