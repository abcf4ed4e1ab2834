import { Webhook, WebhookVerificationError } from 'standardwebhooks'

// The entry `sotto/webhooks` of the package: what a server that is told of events imports. Its types import nothing.

/** `amount` and `token` only where the webhook asks for amounts; `amount` is null of one that is not known yet. */
type Payment<Status extends string> = {
  /** Of the transaction. */
  id: string
  walletId: string
  /** What it was when this happened. It may be something else by now. */
  status: Status
  amount?: string | null
  token?: string
}

/** `timestamp`: when it happened, as an ISO 8601 date. */
type Event<Type extends string, Data> = { type: Type; timestamp: string; data: Data }

/** What a webhook can be told of. Versions to come add types: pass over those that you do not know. */
export type WebhookEvent =
  | Event<'transaction.pending', Payment<'PENDING'>>
  | Event<'transaction.settling', Payment<'SETTLING'>>
  | Event<'transaction.settled', Payment<'SETTLED'>>
  | Event<'transaction.failed', Payment<'FAILED'>>
  /** Money came in, and how much is known, or sealed from the gateway. */
  | Event<'transaction.received', Payment<'SETTLED'>>
  /** What came in is gone with its block. */
  | Event<'transaction.removed', { id: string; walletId: string }>
  /** Of a request to be paid. */
  | Event<'request.received', { id: string; walletId: string; status: 'received' }>
  | Event<'request.paid', { id: string; walletId: string; status: 'paid' }>
  | Event<'request.expired', { id: string; walletId: string; status: 'expired' }>
  /** A payment waits for a person; what becomes of it. */
  | Event<'approval.waiting', Payment<'waiting'>>
  | Event<'approval.approved', Payment<'approved'>>
  | Event<'approval.rejected', Payment<'rejected'>>
  | Event<'approval.expired', Payment<'expired'>>
  | Event<'batch.draft', { id: string; status: 'DRAFT' }>
  | Event<'batch.running', { id: string; status: 'RUNNING' }>
  | Event<'batch.paused', { id: string; status: 'PAUSED' }>
  | Event<'batch.done', { id: string; status: 'DONE' }>
  | Event<'batch.cancelled', { id: string; status: 'CANCELLED' }>
  /** A try-out. `id`: of the webhook. */
  | Event<'webhook.test', { id: string }>

export type WebhookEventType = WebhookEvent['type']

/** Headers of a message, as `fetch`, Node, Express and others have them. */
export type MessageHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** The message is not the gateway's, is older than five minutes, or is none. Answer 400, and do nothing. */
export class InvalidMessage extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'InvalidMessage'
  }
}

const HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

/**
 * The event in a message that the gateway has signed (Standard Webhooks). `payload`: the body as it came, byte for byte; not
 * what a parser made of it. `id` is the same at every try, and another where an event is told
 * again after the restore of a backup: of what happens once keep type and `data.id`, and act once. Throws `InvalidMessage`, and `TypeError`
 * where the secret is none.
 */
export function verify(
  payload: string | Uint8Array,
  headers: MessageHeaders,
  secret: string,
): { id: string; event: WebhookEvent } {
  const named = Object.fromEntries(HEADERS.map((name) => [name, headerOf(headers, name)]))
  const body = typeof payload === 'string' ? payload : textOf(payload)
  try {
    const event = verifierOf(secret).verify(body, named) as WebhookEvent
    return { id: named['webhook-id'] ?? '', event }
  } catch (cause) {
    if (cause instanceof WebhookVerificationError || cause instanceof SyntaxError)
      throw new InvalidMessage(cause.message, cause)
    throw cause
  }
}

function verifierOf(secret: string): Webhook {
  try {
    if (!secret.startsWith('whsec_')) throw new Error('it has no prefix')
    return new Webhook(secret)
  } catch (cause) {
    throw new TypeError('The secret of a webhook begins with whsec_, as the gateway has shown it.', { cause })
  }
}

function textOf(payload: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(payload)
  } catch (cause) {
    throw new InvalidMessage('The body is no text.', cause)
  }
}

function headerOf(headers: MessageHeaders, name: string): string {
  if (typeof headers.get === 'function') return headers.get(name) ?? ''
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof found === 'string' ? found : (found?.[0] ?? '')
}
