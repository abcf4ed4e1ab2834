/** What shop and page say to each other. Plain types and values: the page carries this file. */

export type Piece = { id: string; name: string; about: string; price: string }

/** Everything the shop sells. Prices are amounts of cSTABLE. */
export const pieces: Piece[] = [
  { id: 'cup', name: 'Morning cup', about: 'Ash glaze, 240 ml. No two pour alike.', price: '28' },
  { id: 'bowl', name: 'Low bowl', about: 'Iron rim, for soup or nothing at all.', price: '36.5' },
  { id: 'vase', name: 'Bud vase', about: 'One stem. Unglazed outside, sealed within.', price: '42' },
]

/** What of the payment of an order its page may see. */
export type Payment = {
  /** `paid` once the gateway has said so, signed; never on the word of a page or a wallet. */
  state: 'waiting' | 'paid'
  /** The page of the request, on which anybody who has the link can pay. */
  url: string
  /** The request as a signed file: what a wallet is given. */
  request: string
  /** What came in; null until it is paid. */
  received: string | null
}

/** How far a refund has come. */
export type RefundState =
  /** Handed to the gateway, which has not said how it went. Asked again, it is the same payment. */
  | 'unclear'
  /** The gateway has it. */
  | 'paying'
  | 'paid'
  /** Proven not to have moved anything: another attempt is a new payment. */
  | 'failed'

export type Refund = {
  state: RefundState
  amount: string
  /** Address that the card names. */
  payee: string
  txHash: string | null
  /** What stands in the way, in a sentence, or null. */
  problem: string | null
}

export type Order = {
  id: string
  number: number
  lines: { name: string; price: string }[]
  total: string
  payment: Payment
  refund: Refund | null
}

/** Why the shop said no. */
export type ShopProblem =
  | 'bad_request'
  | 'unknown_order'
  | 'not_paid'
  | 'card_refused'
  | 'refunded_to_another'
  | 'till_empty'
  | 'gateway_refused'

export type ShopRefusal = { error: { code: ShopProblem; message: string } }

export const TOKEN = 'cSTABLE'
