import * as z from 'zod/mini'
import { Note } from '../model/contact.ts'
import { ExternalId, Id, Instant, ShortText } from '../model/ids.ts'
import { PositiveAmount } from '../model/money.ts'
import { Nota } from '../model/nota.ts'
import { PaymentRequest, RequestAddress, RequestStatus } from '../model/request.ts'
import type { Endpoint } from './kit/endpoint.ts'
import { Page, pageOf } from './kit/page.ts'

const NewRequest = z.strictObject({
  walletId: Id,
  /** None where the payer chooses. */
  amount: z.optional(z.nullable(PositiveAmount)),
  token: z.optional(z.string()),
  /** Who asks, as the payer is told. */
  label: z.optional(z.nullable(ShortText)),
  /** What for: the payer reads it. */
  memo: z.optional(z.nullable(Note)),
  externalId: z.optional(z.nullable(ExternalId)),
  expiresAt: z.optional(z.nullable(Instant)),
  address: z.optional(RequestAddress),
})

const RequestQuery = z.strictObject({
  ...Page,
  walletId: z.optional(z.string()),
  status: z.optional(RequestStatus),
  externalId: z.optional(ExternalId),
  from: z.optional(Instant),
  to: z.optional(Instant),
})

export const requestEndpoints = {
  createRequest: {
    method: 'POST',
    path: '/requests',
    summary: 'Ask to be paid: a page to send to the payer, and an address of its own',
    tag: 'Requests',
    access: 'manage',
    body: NewRequest,
    status: 201,
    data: z.object({ request: PaymentRequest }),
    idempotent: true,
    refusals: ['not_configured'],
  },
  listRequests: {
    method: 'GET',
    path: '/requests',
    summary: 'Requests, newest first, page by page',
    tag: 'Requests',
    access: 'read',
    query: RequestQuery,
    status: 200,
    data: pageOf(PaymentRequest),
    refusals: ['not_found'],
  },
  getRequest: {
    method: 'GET',
    path: '/requests/{id}',
    summary: 'One request: what has come in, and by which transactions',
    tag: 'Requests',
    access: 'read',
    status: 200,
    data: z.object({ request: PaymentRequest }),
    refusals: ['not_found'],
  },
  cancelRequest: {
    method: 'POST',
    path: '/requests/{id}/cancel',
    summary: 'Take an open request back; what comes in all the same is counted, and collected',
    tag: 'Requests',
    access: 'manage',
    status: 200,
    data: z.object({ request: PaymentRequest }),
    refusals: ['not_found', 'request_ended', 'reconciling'],
  },
  getRequestNota: {
    method: 'GET',
    path: '/requests/{id}/nota',
    summary: 'A request as a signed file, to be sent to the payer',
    tag: 'Requests',
    access: 'read',
    status: 200,
    data: z.object({ nota: Nota }),
    refusals: ['not_found', 'request_ended', 'not_configured'],
  },
} as const satisfies Record<string, Endpoint>

export type NewRequest = z.infer<typeof NewRequest>
export type RequestQuery = z.infer<typeof RequestQuery>
