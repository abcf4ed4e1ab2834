import * as z from 'zod/mini'
import { Id } from '#shared/model/ids.ts'
import { type EventOf, moneyEvents } from '#shared/model/stream-event.ts'

/** For a request, its screens are told that something happened, and read it again. */
const OfRequest = z.object({ id: Id })

/** What the wallet listens to: schemas of the rest would only make the worker larger. */
export const liveEvents = {
  ...moneyEvents,
  'request.received': OfRequest,
  'request.paid': OfRequest,
  'request.expired': OfRequest,
} as const
export type LiveEvent = EventOf<typeof liveEvents>
