import * as z from 'zod/mini'
import type { Endpoints } from '#shared/api/endpoints.ts'
import type { Data } from '#shared/api/kit/endpoint.ts'
import { WalletBalances } from '#shared/model/balances.ts'
import { Nota } from '#shared/model/nota.ts'
import { Transaction } from '#shared/model/transaction.ts'
import { Credential, User } from '#shared/model/user.ts'

const OneNota = z.object({ nota: Nota })
const OneTransaction = z.object({ transaction: Transaction })
const Transactions = z.object({
  items: z.array(Transaction),
  page: z.number(),
  pageSize: z.number(),
  total: z.number(),
})
const Unread = z.unknown()

/**
 * What it takes to send these calls, without the schemas of what is sent: those would make the worker larger, which a
 * browser starts anew every few minutes. `Unread` are answers that pages alone read: the worker hands them on as they
 * came, and `background/answers.ts` looks at them in the page.
 */
const calls = {
  getSession: { method: 'GET', path: '/auth/session', data: z.object({ user: User, credential: Credential }) },
  getMe: { method: 'GET', path: '/me', data: z.object({ user: User }) },
  getBalances: { method: 'GET', path: '/balances', query: true, data: z.object({ balances: z.array(WalletBalances) }) },
  getWalletNota: { method: 'GET', path: '/wallets/{id}/nota', query: true, data: OneNota },
  verifyNota: { method: 'POST', path: '/nota/verify', body: true, data: Unread },
  listTransactions: { method: 'GET', path: '/transactions', query: true, data: Transactions },
  fund: { method: 'POST', path: '/fund', body: true, data: OneTransaction },
  mint: { method: 'POST', path: '/mint', body: true, data: OneTransaction },
  transfer: { method: 'POST', path: '/transfer', body: true, data: OneTransaction },
  redeem: { method: 'POST', path: '/redeem', body: true, data: OneTransaction },
  getTransaction: { method: 'GET', path: '/transactions/{id}', data: OneTransaction },
  patchTransaction: { method: 'PATCH', path: '/transactions/{id}', body: true, data: OneTransaction },
  cancelTransaction: { method: 'POST', path: '/transactions/{id}/cancel', data: OneTransaction },
  getTransactionNota: { method: 'GET', path: '/transactions/{id}/nota', data: OneNota },
  patchMe: { method: 'PATCH', path: '/me', body: true, data: Unread },
  listWallets: { method: 'GET', path: '/wallets', data: Unread },
  createWallet: { method: 'POST', path: '/wallets', body: true, data: Unread },
  getWallet: { method: 'GET', path: '/wallets/{id}', data: Unread },
  patchWallet: { method: 'PATCH', path: '/wallets/{id}', body: true, data: Unread },
  deleteWallet: { method: 'DELETE', path: '/wallets/{id}', data: Unread },
  getGas: { method: 'GET', path: '/gas', query: true, data: Unread },
  listContacts: { method: 'GET', path: '/contacts', query: true, data: Unread },
  createContact: { method: 'POST', path: '/contacts', body: true, data: Unread },
  importContacts: { method: 'POST', path: '/contacts/import', body: true, data: Unread },
  patchContact: { method: 'PATCH', path: '/contacts/{id}', body: true, data: Unread },
  deleteContact: { method: 'DELETE', path: '/contacts/{id}', data: Unread },
  listRequests: { method: 'GET', path: '/requests', query: true, data: Unread },
  createRequest: { method: 'POST', path: '/requests', body: true, data: Unread },
  getRequest: { method: 'GET', path: '/requests/{id}', data: Unread },
  cancelRequest: { method: 'POST', path: '/requests/{id}/cancel', data: Unread },
  getRequestNota: { method: 'GET', path: '/requests/{id}/nota', data: Unread },
} as const

type Calls = typeof calls
type Called = keyof Calls

/** Calls whose answers the worker does not read. */
export type HandedOn = { [N in Called]: Calls[N]['data'] extends typeof Unread ? N : never }[Called]

/** What of an endpoint it takes to send its call and, where the worker reads it, to know its answer. */
type Sent<N extends Called> = { [K in keyof Endpoints[N] & ('method' | 'path')]: Endpoints[N][K] } & {
  [K in keyof Endpoints[N] & ('query' | 'body')]: true
} & { data: N extends HandedOn ? typeof Unread : z.ZodMiniType<Data<Endpoints[N]>> }

// Another method, path or answer than the API's, or a body that it has not, does not compile.
calls satisfies { [N in Called]: Sent<N> }

/** As endpoints that a client can be made of. */
export const endpoints = calls as unknown as Pick<Endpoints, Called>
