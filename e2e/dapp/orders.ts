import { randomUUID } from 'node:crypto'
import { formatUnits, parseAmount } from '#shared/model/money.ts'
import { type Order, pieces, type Refund } from './order.ts'

/** A refund as the shop keeps it: what the page may see, and what it takes to send the same payment again. */
export type KeptRefund = Refund & {
  /** The card that was verified; a repeat must carry the same bytes, or the gateway takes it for another request. */
  nota: string
  idempotencyKey: string
  transactionId: string | null
}
export type KeptOrder = Omit<Order, 'refund'> & { refund: KeptRefund | null }

const FIRST_NUMBER = 1042

/** Orders of this run, in memory. Anyone who knows the random ID of an order is its buyer. */
export class Orders {
  readonly #byId = new Map<string, KeptOrder>()

  /** The pieces with these IDs, as an order that counts as paid; undefined where one is not sold here. */
  place(ids: string[]): KeptOrder | undefined {
    const lines = ids.map((id) => pieces.find((piece) => piece.id === id))
    if (lines.length === 0 || !lines.every((line) => line !== undefined)) return undefined
    const order: KeptOrder = {
      id: randomUUID(),
      number: FIRST_NUMBER + this.#byId.size,
      lines: lines.map(({ name, price }) => ({ name, price })),
      total: sum(lines.map(({ price }) => price)),
      refund: null,
    }
    this.#byId.set(order.id, order)
    return order
  }

  find(id: string): KeptOrder | undefined {
    return this.#byId.get(id)
  }
}

function sum(prices: string[]): string {
  return formatUnits(prices.reduce((total, price) => total + (parseAmount(price) ?? 0n), 0n))
}

/** What of an order its page may see: never the card's text or the key of the payment. */
export function shown({ refund, ...order }: KeptOrder): Order {
  if (refund === null) return { ...order, refund }
  const { state, amount, payee, txHash, problem } = refund
  return { ...order, refund: { state, amount, payee, txHash, problem } }
}
