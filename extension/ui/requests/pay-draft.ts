import * as z from 'zod/mini'
import { keepDraft } from '../../store/drafts.ts'
import { go } from '../routes/route.ts'

/** A request that is shown, and the form to pay it. It survives a closed popup. */
export const PayDraft = z.strictObject({
  text: z.nullable(z.string()),
  walletId: z.nullable(z.string()),
  /** As typed, where the request leaves it open. */
  amount: z.string(),
  /** Names the payment, however often its button is pressed. */
  payment: z.string(),
})
export type PayDraft = z.infer<typeof PayDraft>

export function freshPay(text: string | null): PayDraft {
  return { text, walletId: null, amount: '', payment: crypto.randomUUID() }
}

export function payDraftName(profileId: string): string {
  return `pay ${profileId}`
}

/** Shows a request, to be paid there: the text of its nota, or the address of its page. */
export async function goPay(profileId: string, text: string): Promise<void> {
  await keepDraft(payDraftName(profileId), freshPay(text))
  go('pay')
}
