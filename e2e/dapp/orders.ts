import { randomUUID } from 'node:crypto'
import { formatUnits, parseAmount } from '#shared/model/money.ts'
import { type Order, type Payment, pieces, type Refund } from './order.ts'

/** A payment as the shop keeps it: what the page may see, and where to ask about it. */
export type KeptPayment = Payment & { requestId: string; transactionId: string | null }

/** A refund as the shop keeps it: what the page may see, and what it takes to send the same payment again. */
export type KeptRefund = Refund & {
  /** The card that was verified; a repeat must carry the same bytes, or the gateway takes it for another request. */
  nota: string
  idempotencyKey: string
  transactionId: string | null
}

/** What a buyer wants, before anybody was asked to pay. */
export type Draft = Omit<Order, 'payment' | 'refund'>
export type KeptOrder = Draft & { payment: KeptPayment; refund: KeptRefund | null }

const FIRST_NUMBER = 1042

/** Orders of this run, in memory. Anyone who knows the random ID of an order is its buyer. */
export class Orders {
  readonly #byId = new Map<string, KeptOrder>()
  readonly #byRequest = new Map<string, KeptOrder>()
  #next = FIRST_NUMBER

  /** The pieces with these IDs and what they cost; undefined where one is not sold here. */
  draft(ids: string[]): Draft | undefined {
    const lines = ids.map((id) => pieces.find((piece) => piece.id === id))
    if (lines.length === 0 || !lines.every((line) => line !== undefined)) return undefined
    return {
      id: randomUUID(),
      number: this.#next++,
      lines: lines.map(({ name, price }) => ({ name, price })),
      total: sum(lines.map(({ price }) => price)),
    }
  }

  place(draft: Draft, payment: KeptPayment): KeptOrder {
    const order: KeptOrder = { ...draft, payment, refund: null }
    this.#byId.set(order.id, order)
    this.#byRequest.set(payment.requestId, order)
    return order
  }

  find(id: string): KeptOrder | undefined {
    return this.#byId.get(id)
  }

  /** The order that a request of the gateway is for. */
  ofRequest(id: string): KeptOrder | undefined {
    return this.#byRequest.get(id)
  }
}

function sum(prices: string[]): string {
  return formatUnits(prices.reduce((total, price) => total + (parseAmount(price) ?? 0n), 0n))
}

/** What of an order its page may see: never the card's text or the key of the payment. */
export function shown({ payment, refund, ...order }: KeptOrder): Order {
  const { state, url, request, received } = payment
  const paid: Payment = { state, url, request, received }
  if (refund === null) return { ...order, payment: paid, refund }
  const { amount, payee, txHash, problem } = refund
  return { ...order, payment: paid, refund: { state: refund.state, amount, payee, txHash, problem } }
}
