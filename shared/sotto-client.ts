// The entry `sotto/client` of the package: what a program that calls the API imports.
import { createClient as clientOfAll } from './client.ts'
import type { Client, ClientSettings } from './client-of.ts'
import { readEvents as readThose, type StreamSettings } from './event-stream.ts'
import { type StreamEvent, streamEvents } from './model/stream-event.ts'

export { BrokenAnswer, NotAnAnswer, UnfamiliarRefusal } from './client-errors.ts'
export type { CallOptions, Client, ClientSettings } from './client-of.ts'
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

/** The typed client of the whole API. Throws where the settings name more than an origin. */
export function createClient(settings: ClientSettings): Client {
  return clientOfAll(atOrigin(settings))
}

/**
 * The events of `GET /events`, all that this version knows, as `readEvents` of `event-stream.ts` has them. Throws where the
 * settings name more than an origin.
 */
export function readEvents(settings: StreamSettings): AsyncGenerator<StreamEvent> {
  return readThose(streamEvents, atOrigin(settings))
}

/** A path would be dropped, and the key sent to whatever answers at the root of that host. */
function atOrigin<Settings extends Pick<ClientSettings, 'origin'>>(settings: Settings): Settings {
  const { href, origin } = new URL(settings.origin)
  if (href === `${origin}/`) return settings
  throw new Error(
    `origin must be an origin such as ${URL.canParse(origin) ? origin : 'https://pay.example'}, without user, path, query or fragment`,
  )
}
