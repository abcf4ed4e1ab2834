import * as z from 'zod/mini'
import { growing } from './growing.ts'
import { DateTime, Id } from './ids.ts'

/**
 * What a webhook can be told of, as the `type` of its events. One of the outbox is `<kind>.<status>`, in lower case, where it
 * stands here; a new one is a line.
 */
export const WebhookEventType = z.enum([
  'transaction.pending',
  'transaction.settling',
  'transaction.settled',
  'transaction.failed',
  /** Money came in, and how much is known, or sealed from the gateway. */
  'transaction.received',
  /** What came in is gone with its block. */
  'transaction.removed',
  'request.received',
  'request.paid',
  'request.expired',
  /** A payment waits for a person; what becomes of it. */
  'approval.waiting',
  'approval.approved',
  'approval.rejected',
  'approval.expired',
  /** A batch has another status. Only for webhooks of all wallets: a batch may pay from several. */
  'batch.draft',
  'batch.running',
  'batch.paused',
  'batch.done',
  'batch.cancelled',
])
export type WebhookEventType = z.infer<typeof WebhookEventType>

/** A try-out that `POST /webhooks/{id}/test` sends. */
export const TEST_EVENT = 'webhook.test'
/** The type of a sent event, including the test event, which no webhook can ask for. */
export const SentEventType = z.enum([...WebhookEventType.options, TEST_EVENT])
export type SentEventType = z.infer<typeof SentEventType>

/**
 * `failing`: nothing was taken for three days; it is tried once a day until it works, or its account says that it does.
 * `disabled`: it is told of nothing, since its account has said so, or its receiver has (410).
 */
export const WebhookStatus = z.enum(['active', 'failing', 'disabled'])
export type WebhookStatus = z.infer<typeof WebhookStatus>

export const Webhook = z.object({
  id: Id,
  url: z.string(),
  events: z.array(growing(WebhookEventType)),
  /** Null: of all wallets. */
  walletIds: z.nullable(z.array(Id)),
  description: z.nullable(z.string()),
  includeAmounts: z.boolean(),
  status: WebhookStatus,
  /** Since when nothing was taken; null where the last try was. */
  failingSince: z.nullable(DateTime),
  /** How many events wait to be delivered. */
  waiting: z.number(),
  /** Until when the secret before this one signs too; null where there is none. */
  formerSecretUntil: z.nullable(DateTime),
  createdAt: DateTime,
})
export type Webhook = z.infer<typeof Webhook>

/** Why a try got no answer. `given_up`: it was dropped, since more came than is kept, or the webhook was disabled. */
export const DeliveryFlaw = z.enum([
  'not_resolved',
  'forbidden_address',
  'unreachable',
  'certificate',
  'timeout',
  'no_http',
  'given_up',
])
export type DeliveryFlaw = z.infer<typeof DeliveryFlaw>

export const DeliveryState = z.enum(['waiting', 'delivered', 'failed'])
export type DeliveryState = z.infer<typeof DeliveryState>

/** An event on its way to one webhook. */
export const Delivery = z.object({
  /** ID of the event, as `webhook-id` has it at every try, and as `GET /events` does. */
  id: Id,
  type: growing(SentEventType),
  /** What it happened to: a transaction, a request, a batch, of a test the webhook. */
  subject: Id,
  state: DeliveryState,
  tries: z.number(),
  /** HTTP status of the last answer; null where there was none. */
  answer: z.nullable(z.number()),
  flaw: z.nullable(growing(DeliveryFlaw)),
  /** How long the last try took. */
  ms: z.nullable(z.number()),
  createdAt: DateTime,
  triedAt: z.nullable(DateTime),
  /** When it is tried again; null of one that waits for an earlier event of the same subject, or not at all. */
  nextAt: z.nullable(DateTime),
})
export type Delivery = z.infer<typeof Delivery>

/** What is sent, as JSON. `status`: what its subject was then. The rest only where the webhook asks for amounts. */
export type WebhookEvent = {
  type: SentEventType
  timestamp: string
  data: { id: string; walletId?: string; status?: string; amount?: string | null; token?: string }
}
