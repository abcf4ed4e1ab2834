import { amountText } from '#shared/ui/kit/values/group-amount.ts'
import type { OpenIntent, Order } from '../../intents/intent.ts'
import { plainToken } from '../../plain-text.ts'
import { isPaidAlready, paymentOf, type RequestRead, requestFlawOf } from '../../sites/payments/rules.ts'
import type { Payer } from '../../ui/requests/payer.ts'

type Transfer = Extract<Order, { verb: 'transfer' }>

export type ToPay = RequestRead & { made: OpenIntent | undefined; payer: Payer; now: number }

type Judged = Pick<RequestRead, 'verdict' | 'state'> & Pick<ToPay, 'made' | 'now'>

/** Whether it can be paid at all, from whichever wallet. */
export function isPayable({ made, now, ...read }: Judged): boolean {
  return requestFlawOf(read, now) === undefined && !isPaidAlready(read, made)
}

/** The payment that a request comes to; undefined where it cannot be paid, or was paid, or its amount is open. */
export function payOrder({ payer, made, now, ...read }: ToPay): Transfer | undefined {
  if (payer.is !== 'ready' || payer.amount === null || !isPayable({ ...read, made, now })) return undefined
  return paymentOf(read, payer.from.wallet.id, payer.amount)
}

export function requestedText({ amount, token }: Pick<Transfer, 'amount' | 'token'>): string {
  return `${amountText(amount)} ${plainToken(token)}`
}
