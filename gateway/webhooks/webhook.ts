import type { WebhookEventType } from '#shared/model/webhook.ts'
import { openText, sealText } from '../crypto/amounts.ts'
import { type Keyring, Unopened } from '../crypto/keyring.ts'
import type { WebhookRow } from '../db/schema/webhook-rows.ts'
import { openUnaltered } from '../db/sealed/open-unaltered.ts'
import { AlteredRow } from '../db/sealed/row-macs.ts'

/** `until`: when a former one ends, in milliseconds. */
export type Secret = { secret: string; until: number | null }

/** The account's settings of a webhook, which no other account may read or change. */
export type Terms = {
  url: string
  events: readonly WebhookEventType[]
  /** Null: of all wallets. */
  walletIds: readonly string[] | null
  description: string | null
  includeAmounts: boolean
  /** The newest first, at most two. */
  secrets: readonly Secret[]
}

export type Webhook = Terms & Standing

const placeOf = (row: string) => ({ table: 'webhooks', column: 'content', row })

/** Seals the terms of an account in a row. */
export function contentOf(keys: Keyring, id: string, accountId: string, terms: Terms) {
  const { url, events, walletIds, description, includeAmounts, secrets } = terms
  const content = { accountId, url, events, walletIds, description, includeAmounts, secrets }
  return sealText(keys, placeOf(id), JSON.stringify(content))
}

/** Throws `AlteredRow` where somebody else than this gateway says whose webhook it is, or what it is told of. */
export function webhookOf(keys: Keyring, row: WebhookRow): Webhook {
  const { accountId, ...terms } = contentIn(keys, row)
  if (accountId !== row.accountId) throw new AlteredRow('webhooks', row.id)
  return { ...standingOf(row), ...terms }
}

function contentIn(keys: Keyring, { id, content }: WebhookRow): Terms & { accountId: string } {
  try {
    return JSON.parse(openText(keys, placeOf(id), content)) as Terms & { accountId: string }
  } catch (error) {
    throw error instanceof Unopened ? new AlteredRow('webhooks', id) : error
  }
}

/** How a webhook stands, whatever its account says of it. */
export type Standing = Omit<WebhookRow, 'content'>

export function standingOf({ content: _, ...row }: WebhookRow): Standing {
  const number = (value: number | null) => (value === null ? null : Number(value))
  return {
    ...row,
    position: Number(row.position),
    failingSince: number(row.failingSince),
    nextAt: number(row.nextAt),
    leasedUntil: number(row.leasedUntil),
    createdAt: Number(row.createdAt),
  }
}

/** Webhooks each by itself, so that one that somebody has altered keeps none from the others. `altered`: their IDs. */
export type Opened<T = Webhook> = { webhooks: T[]; altered: string[] }

export function openEach<R extends WebhookRow, T>(
  keys: Keyring,
  rows: readonly R[],
  as: (webhook: Webhook, row: R) => T,
) {
  const altered: string[] = []
  const open = (row: R) => as(webhookOf(keys, row), row)
  const webhooks = openUnaltered(rows, open, (id) => void altered.push(id))
  return { webhooks, altered } satisfies Opened<T>
}

export const itself = (webhook: Webhook) => webhook
