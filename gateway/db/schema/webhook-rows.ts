import type { DeliveryFlaw, DeliveryState, SentEventType, WebhookStatus } from '#shared/model/webhook.ts'
import type { Sealed } from '../../crypto/keyring.ts'

export type WebhookRow = {
  id: string
  accountId: string
  /** Address, secrets, what it is told of, and whose it is. */
  content: Sealed
  status: WebhookStatus
  /** Number of the last of the account's news that its deliveries were made from. */
  position: number
  /** How many deliveries wait. */
  waiting: number
  /** Tries in a row that were not taken. */
  failures: number
  failingSince: number | null
  /** When something is to be sent; null while nothing is. */
  nextAt: number | null
  /** Until when a process sends, by the clock that all share: of one that was killed, others go on then. */
  leasedUntil: number | null
  createdAt: number
}

/** An event on its way to one webhook. Nothing of it is secret that `outbox` does not tell. */
export type DeliveryRow = {
  webhookId: string
  eventId: string
  /** Among the news of the account; 0 of a test. */
  sequence: number
  type: SentEventType
  subject: string
  /** Null of a batch, and of a test. */
  walletId: string | null
  /** What the subject was then; null of a test. */
  subjectStatus: string | null
  createdAt: number
  state: DeliveryState
  tries: number
  firstAt: number | null
  triedAt: number | null
  /** When a waiting delivery is due; null behind an earlier event of its subject. */
  nextAt: number | null
  answer: number | null
  flaw: DeliveryFlaw | null
  ms: number | null
}
