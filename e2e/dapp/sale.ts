import { type Piece, TOKEN } from './order.ts'
import type { Draft, KeptOrder, KeptPayment } from './orders.ts'
import type { Till } from './till.ts'

/** Who asks, as the page of a request and the buyer's wallet say it. */
const SHOP = 'Morrow & Clay'

/** Asks to be paid for an order. Under the order's ID, so that asking again makes no second request. */
export async function askToBePaid({ api, walletId }: Till, draft: Draft): Promise<KeptPayment> {
  const asked = { walletId, amount: draft.total, token: TOKEN, label: SHOP, memo: memoOf(draft), externalId: draft.id }
  const { request } = await api.createRequest(asked, { idempotencyKey: draft.id })
  const { id, url } = request
  const { nota } = await api.getRequestNota({ id })
  return { state: 'waiting', url, request: nota, received: null, requestId: id, transactionId: null }
}

const memoOf = ({ number, lines }: Draft) => `Order ${number}: ${lines.map(nameOf).join(', ')}`
const nameOf = ({ name }: Pick<Piece, 'name'>) => name.toLowerCase()

/**
 * Takes an order for paid once the gateway says that it is. A message says only that it is worth asking; asked again, the
 * answer is the same, so that a message which comes twice does nothing twice.
 */
export async function takePayment({ api }: Till, order: KeptOrder): Promise<void> {
  const { request } = await api.getRequest({ id: order.payment.requestId })
  if (request.status !== 'PAID') return
  const [transactionId = null] = request.transactions
  order.payment = { ...order.payment, state: 'paid', received: request.received, transactionId }
}

/** The receipt of what paid an order; undefined where nothing has. */
export async function receiptOf({ api }: Till, { payment }: KeptOrder): Promise<string | undefined> {
  if (payment.transactionId === null) return undefined
  return (await api.getTransactionNota({ id: payment.transactionId })).nota
}
