import type { Failure } from '#shared/client-failure.ts'
import type { FlawReason } from '#shared/refusal.ts'
import { flawsOf } from '#shared/ui/kit/states/failure-words.ts'
import { amountsIn } from '#shared/ui/kit/values/group-amount.ts'
import { kitWords } from '#shared/ui/words/kit.ts'
import { plainLine } from '../../plain-text.ts'
import { orderWords } from '../../words/en/orders/order.ts'
import { payWords } from '../../words/en/requests.ts'
import type { FieldFlaw } from '../orders/wallet-order.ts'

const fields: Record<string, FieldFlaw['field']> = {
  walletId: 'wallet',
  amount: 'amount',
  token: 'token',
  to: 'to',
  nota: 'to',
  toWalletId: 'to',
  requestId: 'to',
}

/** The longest sentence of a gateway that a screen has room for. */
const LONGEST = 300

/** There is not enough, which the gateway says with the balance in it. */
const BALANCE: FlawReason = 'insufficient_balance'

/**
 * The flaw that a refusal names; undefined where it names none of the form's. A balance in it is left out where amounts
 * are hidden, and what is said of a request that the gateway does not know. It is kept in drafts, so no word of the wallet
 * is in it.
 */
export function fieldFlawOf(
  { code, details }: Pick<Failure, 'code' | 'details'>,
  hidden = false,
): FieldFlaw | undefined {
  const [flaw] = code === 'validation_error' ? flawsOf(details) : []
  if (flaw === undefined || !Object.hasOwn(fields, flaw.path)) return undefined
  const field = fields[flaw.path]
  const isUntold = flaw.path === 'requestId' ? flaw.reason === undefined : hidden && flaw.reason === BALANCE
  const text = isUntold ? null : plainLine(flaw.message, LONGEST)
  return field && { field, said: text }
}

/** A flaw as a sentence about its field, in the language that is spoken now. */
export function flawText({ field, said: text }: FieldFlaw): string {
  if (text === null && field === 'to') return payWords.flaws.broken
  return kitWords.flaw(orderWords.fields[field], text === null ? orderWords.notEnough : amountsIn(text))
}
