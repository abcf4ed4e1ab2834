import type { Order, ShopProblem, ShopRefusal } from '../../order.ts'

/** Why the shop did not do it; `away` where it did not answer at all. */
export type ShopFailure = { code: ShopProblem | 'away'; message: string }
export type ShopAnswer = { is: 'order'; order: Order } | { is: 'failure'; failure: ShopFailure }

export const placeOrder = (pieces: string[]) => post('/api/orders', { pieces })
export const readOrder = (id: string) => call(`/api/orders/${id}`, {})
export const receiptPath = (id: string) => `/api/orders/${id}/receipt.nota`
export const askRefund = (id: string, nota: string) => post(`/api/orders/${id}/refund`, { nota })

const post = (path: string, body: unknown) =>
  call(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

const away: ShopFailure = { code: 'away', message: 'The shop does not answer. Asking again pays nothing twice.' }

async function call(path: string, init: RequestInit): Promise<ShopAnswer> {
  try {
    const answer = (await (await fetch(path, init)).json()) as Order | ShopRefusal
    return 'error' in answer ? { is: 'failure', failure: answer.error } : { is: 'order', order: answer }
  } catch {
    return { is: 'failure', failure: away }
  }
}
