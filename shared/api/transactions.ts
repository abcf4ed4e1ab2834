import * as z from 'zod/mini'
import { Note } from '../model/contact.ts'
import { ExternalId, Instant } from '../model/ids.ts'
import { Direction, Transaction, TransactionStatus, TransactionType } from '../model/transaction.ts'
import type { Endpoint } from './kit/endpoint.ts'
import { Page, pageOf } from './kit/page.ts'

const TransactionQuery = z.strictObject({
  ...Page,
  /** Calls of the account unless told otherwise; where `type` is `RECEIVE`, what came in. */
  direction: z.optional(Direction),
  walletId: z.optional(z.string()),
  type: z.optional(TransactionType),
  status: z.optional(TransactionStatus),
  externalId: z.optional(ExternalId),
  from: z.optional(Instant),
  to: z.optional(Instant),
})

export const transactionEndpoints = {
  listTransactions: {
    method: 'GET',
    path: '/transactions',
    summary: 'Transactions, newest first, page by page',
    tag: 'Transactions',
    access: 'read',
    query: TransactionQuery,
    status: 200,
    data: pageOf(Transaction),
    refusals: ['not_found', 'reconciling'],
  },
  getTransaction: {
    method: 'GET',
    path: '/transactions/{id}',
    summary: 'One transaction; reading it moves it on',
    tag: 'Transactions',
    access: 'read',
    status: 200,
    data: z.object({ transaction: Transaction }),
    refusals: ['not_found'],
  },
  patchTransaction: {
    method: 'PATCH',
    path: '/transactions/{id}',
    summary: 'Write a note to oneself, or clear it with null',
    tag: 'Transactions',
    access: 'manage',
    body: z.strictObject({ note: z.nullable(Note) }),
    status: 200,
    data: z.object({ transaction: Transaction }),
    refusals: ['not_found'],
  },
  cancelTransaction: {
    method: 'POST',
    path: '/transactions/{id}/cancel',
    event: 'money.cancel',
    summary: 'Try to take a pending payment back; whichever is mined first decides',
    tag: 'Transactions',
    access: 'pay',
    status: 200,
    data: z.object({ transaction: Transaction }),
    refusals: ['not_found', 'not_cancellable', 'upstream_unavailable', 'not_configured'],
  },
} as const satisfies Record<string, Endpoint>

export type TransactionQuery = z.infer<typeof TransactionQuery>
