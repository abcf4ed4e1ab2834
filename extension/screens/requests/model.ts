import type { NewRequest } from '#shared/api/requests.ts'
import { parseAmount } from '#shared/model/money.ts'
import type { PaymentRequest } from '#shared/model/request.ts'
import { type AmountFlaw, readAmount } from '../../ui/amounts/amount-rules.ts'

/** How a request stands, as a person sees it. */
export type Standing = 'open' | 'part' | 'paid' | 'overpaid' | 'expired' | 'cancelled'

export function standingOf({ status, received, overpaid }: PaymentRequest): Standing {
  switch (status) {
    case 'PAID':
      return overpaid ? 'overpaid' : 'paid'
    case 'EXPIRED':
      return 'expired'
    case 'CANCELLED':
      return 'cancelled'
    case 'OPEN':
      return isSomething(received) ? 'part' : 'open'
  }
}

/** What is known of the amount that was asked for: a request that was found again after a restore has lost it. */
export type Asked = { is: 'amount'; amount: string } | { is: 'any' } | { is: 'lost' }

export function askedOf({ amount, rebuiltAt }: Pick<PaymentRequest, 'amount' | 'rebuiltAt'>): Asked {
  if (amount !== null) return { is: 'amount', amount }
  return { is: rebuiltAt === undefined ? 'any' : 'lost' }
}

export function isSomething(amount: string): boolean {
  return (parseAmount(amount) ?? 0n) > 0n
}

/** For how long a new request can be paid, in hours; null until it is cancelled. */
export const LIFETIME_HOURS = { hour: 1, day: 24, month: 30 * 24, always: null } as const
export type Lifetime = keyof typeof LIFETIME_HOURS

export type RequestForm = {
  walletId: string
  token: string
  amount: string
  memo: string
  label: string
  lasts: Lifetime
}

/** The request that a form comes to, or what is wrong with its amount. An empty one leaves it to the payer. */
export function newRequest(form: RequestForm, now: number): { request: NewRequest } | { flaw: AmountFlaw } {
  const { walletId, token, lasts } = form
  const read = form.amount.trim() === '' ? null : readAmount(form.amount)
  if (read !== null && 'flaw' in read) return read
  const hours = LIFETIME_HOURS[lasts]
  const memo = form.memo.trim()
  const label = form.label.trim()
  return {
    request: {
      walletId,
      token,
      ...(read !== null && { amount: read.amount }),
      ...(memo !== '' && { memo }),
      ...(label !== '' && { label }),
      ...(hours !== null && { expiresAt: new Date(now + hours * 3_600_000).toISOString() }),
    },
  }
}

/** What the gateway is asked for, under a key by which it makes it once. */
export type Wish = { body: NewRequest; key: string }

/** What is asked for when the same is pressed again: the same, unless it has ended, which the gateway would refuse for ever. */
export function wishAgain(before: Wish | undefined, next: Wish, now: number): Wish {
  const end = before?.body.expiresAt
  const isOver = end != null && Date.parse(end) <= now
  return before === undefined || isOver ? next : before
}

/** What a request is called as a file: neither amount nor memo is in the name. */
export function requestFileName({ id }: Pick<PaymentRequest, 'id'>): string {
  return `request-${id.slice(0, 10)}.nota`
}
