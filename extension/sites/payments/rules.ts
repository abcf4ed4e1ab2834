import * as z from 'zod/mini'
import type { NotaVerification } from '#shared/model/nota.ts'
import type { OpenIntent, Order } from '../../intents/intent.ts'
import { CONSENT_MS } from '../../intents/rules.ts'
import type { PaymentAnswer } from '../../provider/protocol.ts'

/** What the gateway says of a request's nota. */
export type RequestVerdict = Extract<NotaVerification, { type: 'request' }>

/** A request with the text of its nota. */
export type RequestRead = { nota: string; verdict: RequestVerdict }

/** What a person saw of a request, and consented to. */
export const Shown = z.strictObject({
  requestId: z.string(),
  address: z.string(),
  amount: z.string(),
  token: z.string(),
})
export type Shown = z.infer<typeof Shown>

/** Why a request cannot be paid, whoever signed it. */
export type RequestFlaw = 'broken' | 'expired'

export function requestFlawOf(
  { subject, checks }: Pick<RequestVerdict, 'subject' | 'checks'>,
  now: number,
): RequestFlaw | undefined {
  if (subject.expiresAt !== null && Date.parse(subject.expiresAt) <= now) return 'expired'
  return checks.some(({ result }) => result === 'failed') ? 'broken' : undefined
}

/** Whether a request says still what was shown of it. Where it names no amount, the person chose one. */
export function isAsShown({ subject }: Pick<RequestVerdict, 'subject'>, shown: Shown): boolean {
  const { id, address, amount, token } = subject
  const same = id === shown.requestId && address === shown.address && token === shown.token
  return same && (amount === null || amount === shown.amount)
}

/** The order that pays a request: receiver and token from the request alone, which is kept with it. */
export function paymentOf(
  { nota, verdict: { subject, issuer } }: RequestRead,
  walletId: string,
  amount: string,
): Extract<Order, { verb: 'transfer' }> {
  const { id, address, token } = subject
  const here = issuer.trust === 'this_gateway'
  const destination = { is: 'request', requestId: id, here, nota, address } as const
  return { verb: 'transfer', walletId, amount, token, destination }
}

/** Whether nothing was paid by it, and nothing will be. */
export function isUnpaid({ state, transaction }: Pick<OpenIntent, 'state' | 'transaction'>): boolean {
  return state === 'refused' || state === 'discarded' || transaction?.status === 'FAILED'
}

/** The payment of this request that was made, or may have been, by this wallet. */
export function paymentMade<T extends Pick<OpenIntent, 'order' | 'state' | 'transaction'>>(
  payments: readonly T[],
  { subject }: Pick<RequestVerdict, 'subject'>,
): T | undefined {
  return payments.find((payment) => {
    const to = payment.order.verb === 'transfer' ? payment.order.destination : undefined
    const same = to?.is === 'request' && to.requestId === subject.id && to.address === subject.address
    return same && !isUnpaid(payment)
  })
}

/** So long a page waits for more than that its payment was submitted. */
export const PATIENCE_MS = 20_000

/** What a page is told of its payment; undefined while that is about to be known. */
export function statusOf(
  payment: Pick<OpenIntent, 'state' | 'transaction' | 'terminal' | 'consentedAt'>,
  now: number,
): PaymentAnswer['status'] | undefined {
  if (isUnpaid(payment)) return 'refused'
  if (payment.state === 'accepted') return payment.terminal ? 'settled' : 'submitted'
  const young = Math.abs(now - payment.consentedAt) < PATIENCE_MS
  return young && (payment.state === 'ready' || payment.state === 'sending') ? undefined : 'submitted'
}

/** Whether a page that asks with the same text again asks about this payment, and not for another one. */
export function isAskedAgain(
  payment: Pick<OpenIntent, 'askedBy' | 'state' | 'transaction' | 'consentedAt'>,
  origin: string,
  digest: string,
  now: number,
): boolean {
  const { askedBy, consentedAt } = payment
  if (askedBy?.origin !== origin || askedBy.digest !== digest || isUnpaid(payment)) return false
  return !askedBy.open || Math.abs(now - consentedAt) < CONSENT_MS
}
