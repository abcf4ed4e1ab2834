import * as z from 'zod/mini'
import { parseAmount } from '#shared/model/money.ts'
import type { RequestVerification } from '#shared/model/nota.ts'
import type { OpenIntent, Order } from '../../intents/intent.ts'
import { CONSENT_MS } from '../../intents/rules.ts'
import type { PaymentAnswer } from '../../provider/protocol.ts'

/** How a request of the gateway stands: what its page tells anybody who has the link. */
export type RequestState = 'open' | 'part' | 'over'

/** A request with the text of its nota. */
export type RequestRead = {
  nota: string
  verdict: RequestVerification
  state: RequestState
  /**
   * What is to be paid: what it asks for, of a request of this gateway as far as it is still open. Null where the payer
   * chooses.
   */
  open: string | null
}

/** What a person saw of a request, and consented to. */
export const Shown = z.strictObject({
  requestId: z.string(),
  address: z.string(),
  amount: z.string(),
  token: z.string(),
  /** Who vouches for it. */
  trust: z.string(),
})
export type Shown = z.infer<typeof Shown>

/** Why a request cannot be paid, by any signer. `over`: it is paid, or was cancelled. */
export type RequestFlaw = 'broken' | 'expired' | 'over'

type Judged = { verdict: Pick<RequestVerification, 'subject' | 'checks'>; state: RequestState }

export function requestFlawOf({ verdict: { subject, checks }, state }: Judged, now: number): RequestFlaw | undefined {
  if (state === 'over') return 'over'
  if (subject.expiresAt !== null && Date.parse(subject.expiresAt) <= now) return 'expired'
  return checks.some(({ result }) => result === 'failed') ? 'broken' : undefined
}

/** Whether a request still says the same as when it was shown. Where it names no amount, the person chose one. */
export function isAsShown(
  { verdict: { subject, issuer }, open }: Pick<RequestRead, 'verdict' | 'open'>,
  shown: Shown,
): boolean {
  const { id, address, token } = subject
  const same = id === shown.requestId && address === shown.address && token === shown.token
  return same && issuer.trust === shown.trust && (open === null || isSameAmount(open, shown.amount))
}

/** However it is spelt: "28.50" is "28.5". */
function isSameAmount(one: string, other: string): boolean {
  const units = parseAmount(one)
  return units !== undefined && units === parseAmount(other)
}

/** The order that pays a request: receiver and token from the request alone, which is kept with it. */
export function paymentOf(
  { nota, verdict: { subject, issuer } }: Pick<RequestRead, 'nota' | 'verdict'>,
  walletId: string,
  amount: string,
): Extract<Order, { verb: 'transfer' }> {
  const { id, address, token } = subject
  const here = issuer.trust === 'this_gateway'
  const destination = { is: 'request', requestId: id, here, nota, address } as const
  return { verb: 'transfer', walletId, amount, token, destination }
}

type Subject = RequestVerification['subject']

/** What tells a request from all others. */
type Named = Pick<Subject, 'id' | 'address'>

/** Whether nothing was paid by it, and nothing will be. */
export function isUnpaid({ state, transaction }: Pick<OpenIntent, 'state' | 'transaction'>): boolean {
  return state === 'refused' || state === 'discarded' || transaction?.status === 'FAILED'
}

/** The newest payment of this request that was made, or may have been, by any gateway of this wallet. */
export function paymentMade<T extends Pick<OpenIntent, 'order' | 'state' | 'transaction' | 'consentedAt'>>(
  payments: readonly T[],
  { subject }: { subject: Named },
): T | undefined {
  const made = payments.filter((payment) => isOf(payment, subject) && !isUnpaid(payment))
  return made.sort((one, other) => one.consentedAt - other.consentedAt).at(-1)
}

/**
 * Whether another payment of it would be one too many. It is not where the payer chooses the amount, or part is still open
 * after a payment that has ended, or that a person has let go: one that is under way may be missing from what the request's
 * gateway counts.
 */
export function isPaidAlready(
  { verdict, state }: { verdict: { subject: Pick<Subject, 'amount'> }; state: RequestState },
  made: Pick<OpenIntent, 'state' | 'terminal'> | undefined,
): boolean {
  return (
    made !== undefined &&
    verdict.subject.amount !== null &&
    !(state === 'part' && (made.terminal || made.state === 'left'))
  )
}

function isOf({ order }: Pick<OpenIntent, 'order'>, { id, address }: Named): boolean {
  const to = order.verb === 'transfer' ? order.destination : undefined
  return to?.is === 'request' && to.requestId === id && to.address === address
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

/** Whether a site that asks with the same request again asks about this payment, and not for another one. */
export function isAskedAgain(
  payment: Pick<OpenIntent, 'askedBy' | 'state' | 'transaction' | 'consentedAt'>,
  origin: string,
  now: number,
): boolean {
  const { askedBy, consentedAt } = payment
  if (askedBy?.origin !== origin || isUnpaid(payment)) return false
  return !askedBy.open || Math.abs(now - consentedAt) < CONSENT_MS
}
