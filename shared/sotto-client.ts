// The entry `sotto/client` of the package: what a program that calls the API imports.
import { readEvents as readThose, type StreamSettings } from './event-stream.ts'
import { type StreamEvent, streamEvents } from './model/stream-event.ts'

export { type Client, type ClientSettings, createClient } from './client.ts'
export { BrokenAnswer, NotAnAnswer, UnfamiliarRefusal } from './client-errors.ts'
export type { CallOptions } from './client-of.ts'
export type { StreamSettings } from './event-stream.ts'
export type { Approval } from './model/approval.ts'
export type { WalletBalances } from './model/balances.ts'
export type { Batch, BatchRow } from './model/batch.ts'
export type { Contact } from './model/contact.ts'
export type { AccountEvent } from './model/event.ts'
export type { NotaVerification } from './model/nota.ts'
export type { Policy } from './model/policy.ts'
export type { PaymentRequest } from './model/request.ts'
export type { ApiKey } from './model/sign-in.ts'
export type { StreamEvent } from './model/stream-event.ts'
export type { Transaction } from './model/transaction.ts'
export type { User } from './model/user.ts'
export type { Wallet } from './model/wallet.ts'
export type { Delivery, Webhook } from './model/webhook.ts'
export { type RefusalCode, Refused } from './refusal-codes.ts'

/** The events of `GET /events`, all that this version knows, as `readEvents` of `event-stream.ts` has them. */
export function readEvents(settings: StreamSettings): AsyncGenerator<StreamEvent> {
  return readThose(streamEvents, settings)
}
