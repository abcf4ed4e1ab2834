import * as z from 'zod/mini'
import { BatchStatus } from './batch.ts'
import { Id } from './ids.ts'
import { PaymentRequest } from './request.ts'
import { Transaction } from './transaction.ts'

/** Events about money. */
export const moneyEvents = {
  /**
   * Comes first. `resumed`: all that happened after `Last-Event-ID` follows. Where it is false the stream begins now, and
   * a client reads again what it shows.
   */
  ready: z.object({ resumed: z.boolean() }),
  /**
   * A transaction as `GET /transactions/{id}` prints it now, at each change of its status, at arrival, and when its amount is
   * known.
   */
  transaction: Transaction,
  /** A `RECEIVE` that is not there any more: its block is gone, or its amount proved to be zero. */
  removed: z.object({ id: Id, walletId: Id }),
  /** Balances of this wallet may have changed. */
  balance: z.object({ walletId: Id }),
} as const

/**
 * What `GET /events` sends, by the name in `event:`, with what stands in `data:` as JSON. Clients pass over names that they
 * do not know.
 */
export const streamEvents = {
  ...moneyEvents,
  /** A batch has another status. Only for credentials of the whole account. */
  batch: z.object({ id: Id, status: BatchStatus }),
  /** Money of a request, as it is now: part of it, or after its end. */
  'request.received': PaymentRequest,
  /** It is paid in full. */
  'request.paid': PaymentRequest,
  /** It has lapsed. */
  'request.expired': PaymentRequest,
} as const

/**
 * One event of a stream. `id` is what `Last-Event-ID` takes, to be kept as it is: the number of the event among those of its
 * account, and a mark that tells it from another one with that number, as a database that lost some has it.
 */
export type EventOf<Schemas extends Record<string, z.ZodMiniType>> = {
  [Name in keyof Schemas & string]: { id: string; event: Name; data: z.infer<Schemas[Name]> }
}[keyof Schemas & string]

export type StreamEvent = EventOf<typeof streamEvents>
