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

export function isSomething(amount: string): boolean {
  return (parseAmount(amount) ?? 0n) > 0n
}

/** For how long a new request can be paid, in hours; null until it is cancelled. */
export const LASTS = { hour: 1, day: 24, month: 30 * 24, always: null } as const
export type Lasts = keyof typeof LASTS

export type Wish = { walletId: string; token: string; amount: string; memo: string; label: string; lasts: Lasts }

/** The request that a form comes to, or what is wrong with its amount. An empty one leaves it to the payer. */
export function newRequest(wish: Wish, now: number): { request: NewRequest } | { flaw: AmountFlaw } {
  const { walletId, token, lasts } = wish
  const read = wish.amount.trim() === '' ? null : readAmount(wish.amount)
  if (read !== null && 'flaw' in read) return read
  const hours = LASTS[lasts]
  const memo = wish.memo.trim()
  const label = wish.label.trim()
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

/** What a request is called as a file: neither amount nor memo is in the name. */
export function requestFileName({ id }: Pick<PaymentRequest, 'id'>): string {
  return `request-${id.slice(0, 10)}.nota`
}
