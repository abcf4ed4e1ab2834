import * as z from 'zod/mini'
import { streamEvents } from '../model/stream-event.ts'
import type { Endpoint } from './kit/endpoint.ts'

export const streamEndpoints = {
  streamEvents: {
    method: 'GET',
    path: '/events',
    summary: 'What happens to transactions and balances, as it happens: server-sent events',
    tag: 'Transactions',
    access: 'read',
    stream: true,
    status: 200,
    data: z.union([streamEvents.ready, streamEvents.transaction, streamEvents.removed, streamEvents.balance]),
    refusals: ['overloaded'],
  },
} as const satisfies Record<string, Endpoint>
