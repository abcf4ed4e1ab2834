import { formatUnits } from '#shared/model/money.ts'
import type { WebhookEvent } from '#shared/model/webhook.ts'
import type { Keyring } from '../../crypto/keyring.ts'
import type { Db } from '../../db/database.ts'
import type { DeliveryRow } from '../../db/schema/webhook-rows.ts'
import { findUnaltered } from '../../transactions/store.ts'
import type { Webhook } from '../webhook.ts'

type Amounts = Pick<WebhookEvent['data'], 'amount' | 'token'>
type Read = (db: Db, keys: Keyring, accountId: string, ids: readonly string[]) => Promise<Map<string, Amounts>>

/** How much each of some subjects is about, as the API shows it, by the first word of their events; others, and what somebody has altered, say none. */
const amountsOf: Record<string, Read> = { transaction: ofTransactions, approval: ofTransactions }

async function ofTransactions(...[db, keys, accountId, ids]: Parameters<Read>): ReturnType<Read> {
  const found = await findUnaltered(db, keys, accountId, ids)
  return new Map(
    [...found].map(([id, { unknown, units, token }]) => [id, { amount: unknown ? null : formatUnits(units), token }]),
  )
}

const wordOf = ({ type }: Pick<DeliveryRow, 'type'>) => type.split('.')[0] ?? ''

/** What is sent of each of some deliveries, as JSON. */
export async function bodiesOf(
  { db, keys }: { db: Db; keys: Keyring },
  webhook: Pick<Webhook, 'accountId' | 'includeAmounts'>,
  deliveries: readonly DeliveryRow[],
): Promise<string[]> {
  const amounts = new Map<string, Amounts>()
  if (webhook.includeAmounts) {
    for (const [word, rows] of Map.groupBy(deliveries, wordOf)) {
      const read = await amountsOf[word]?.(db, keys, webhook.accountId, [...new Set(rows.map((row) => row.subject))])
      for (const [id, own] of read ?? []) amounts.set(id, own)
    }
  }
  return deliveries.map((row) => JSON.stringify(eventOf(row, amounts.get(row.subject))))
}

function eventOf(
  { type, createdAt, subject, walletId, subjectStatus }: DeliveryRow,
  amounts: Amounts = {},
): WebhookEvent {
  return {
    type,
    timestamp: new Date(createdAt).toISOString(),
    data: {
      id: subject,
      ...(walletId === null ? {} : { walletId }),
      ...(subjectStatus === null ? {} : { status: subjectStatus }),
      ...amounts,
    },
  }
}
