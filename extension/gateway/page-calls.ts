import type { Endpoints } from '#shared/api/endpoints.ts'
import type { CallName } from '#shared/client-of.ts'

/** As the API has it: a method, path, query or body that is not the endpoint's does not compile. */
type RouteOf<E extends { method: string; path: string }> = Pick<E, 'method' | 'path'> &
  (E extends { query: unknown } ? { query: true } : { query?: never }) &
  (E extends { body: unknown } ? { body: true } : { body?: never }) &
  (E extends { file: string } ? { file: '*/*' } : { file?: never })
export type Routes = { [N in CallName]?: RouteOf<Endpoints[N]> }

/**
 * What pages of the wallet ask of a gateway through the worker, which has the key. Pages read the answer, by the schemas
 * that the worker goes without (`background/answers.ts`). These only look.
 */
export const reads = {
  listWallets: { method: 'GET', path: '/wallets' },
  getGas: { method: 'GET', path: '/gas', query: true },
  listContacts: { method: 'GET', path: '/contacts', query: true },
  listTransactions: { method: 'GET', path: '/transactions', query: true },
  getTransaction: { method: 'GET', path: '/transactions/{id}' },
  getWalletNota: { method: 'GET', path: '/wallets/{id}/nota', query: true },
  getTransactionNota: { method: 'GET', path: '/transactions/{id}/nota' },
  listApprovals: { method: 'GET', path: '/approvals' },
  verifyNota: { method: 'POST', path: '/nota/verify', body: true },
  listRequests: { method: 'GET', path: '/requests', query: true },
  getRequest: { method: 'GET', path: '/requests/{id}' },
  getRequestNota: { method: 'GET', path: '/requests/{id}/nota' },
  listBatches: { method: 'GET', path: '/batches', query: true },
  getBatch: { method: 'GET', path: '/batches/{id}' },
  listBatchRows: { method: 'GET', path: '/batches/{id}/rows', query: true },
  batchResult: { method: 'GET', path: '/batches/{id}/result.csv', file: '*/*' },
  batchReportXml: { method: 'GET', path: '/batches/{id}/pain.002', file: '*/*' },
  batchReceipts: { method: 'GET', path: '/batches/{id}/receipts', query: true },
  listWebhooks: { method: 'GET', path: '/webhooks' },
  listDeliveries: { method: 'GET', path: '/webhooks/{id}/deliveries', query: true },
} as const satisfies Routes
export type ReadEndpoint = keyof typeof reads

/** These change something and move no money: money moves by `money.begin` and by `batch-calls.ts` alone. */
export const writes = {
  createWallet: { method: 'POST', path: '/wallets', body: true },
  patchWallet: { method: 'PATCH', path: '/wallets/{id}', body: true },
  deleteWallet: { method: 'DELETE', path: '/wallets/{id}' },
  createContact: { method: 'POST', path: '/contacts', body: true },
  importContacts: { method: 'POST', path: '/contacts/import', body: true },
  patchContact: { method: 'PATCH', path: '/contacts/{id}', body: true },
  deleteContact: { method: 'DELETE', path: '/contacts/{id}' },
  patchTransaction: { method: 'PATCH', path: '/transactions/{id}', body: true },
  cancelTransaction: { method: 'POST', path: '/transactions/{id}/cancel' },
  createRequest: { method: 'POST', path: '/requests', body: true },
  cancelRequest: { method: 'POST', path: '/requests/{id}/cancel' },
  createBatch: { method: 'POST', path: '/batches', body: true },
  pauseBatch: { method: 'POST', path: '/batches/{id}/pause' },
  cancelBatch: { method: 'POST', path: '/batches/{id}/cancel' },
  createWebhook: { method: 'POST', path: '/webhooks', body: true },
  patchWebhook: { method: 'PATCH', path: '/webhooks/{id}', body: true },
  deleteWebhook: { method: 'DELETE', path: '/webhooks/{id}' },
  rotateWebhookSecret: { method: 'POST', path: '/webhooks/{id}/rotate-secret' },
  testWebhook: { method: 'POST', path: '/webhooks/{id}/test' },
  redeliver: { method: 'POST', path: '/webhooks/{id}/deliveries/{deliveryId}/redeliver' },
} as const satisfies Routes
export type WriteEndpoint = keyof typeof writes
