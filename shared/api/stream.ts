import * as z from 'zod/mini'
import { streamEvents } from '../model/stream-event.ts'
import type { Endpoint } from './kit/endpoint.ts'

export const streamEndpoints = {
  streamEvents: {
    method: 'GET',
    path: '/events',
    summary: 'What happens to transactions, balances and requests, as it happens: server-sent events',
    tag: 'Transactions',
    access: 'read',
    stream: true,
    status: 200,
    data: z.union([
      streamEvents.ready,
      streamEvents.transaction,
      streamEvents.removed,
      streamEvents.balance,
      streamEvents['request.received'],
      // Last: its fields are in others too.
      streamEvents.batch,
    ]),
    refusals: ['overloaded'],
  },
} as const satisfies Record<string, Endpoint>
