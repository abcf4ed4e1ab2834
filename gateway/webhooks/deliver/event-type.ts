import type { TransactionType } from '#shared/model/transaction.ts'
import { WebhookEventType } from '#shared/model/webhook.ts'
import type { OutboxRow } from '../../db/schema/outbox-rows.ts'

type Named = Pick<OutboxRow, 'kind' | 'status'>

const known: ReadonlySet<string> = new Set(WebhookEventType.options)

/** What webhooks call it; undefined of what they are not told of. `type`: of the transaction that it is about. */
export function eventTypeOf({ kind, status }: Named, type: TransactionType | undefined): WebhookEventType | undefined {
  const name = nameOf({ kind, status }, type)
  return known.has(name) ? (name as WebhookEventType) : undefined
}

function nameOf({ kind, status }: Named, type: TransactionType | undefined): string {
  if (kind === 'removed') return 'transaction.removed'
  if (type === 'RECEIVE') return status === 'SETTLED' ? 'transaction.received' : ''
  return `${kind}.${status?.toLowerCase()}`
}
