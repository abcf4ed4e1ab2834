import type { Webhook as Answer } from '#shared/model/webhook.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Caller } from '../../auth/caller.ts'
import type { World } from '../../world/world.ts'
import { forgetSome } from '../deliveries-store.ts'
import { deleteWebhook, findWebhook, listWebhooks } from '../store.ts'
import type { Webhook } from '../webhook.ts'

/** Whose webhooks: of a caller, the account alone counts. */
export type Owner = { account: Pick<Caller['account'], 'id'> }

/** `altered`: IDs of those that somebody has altered in the database. */
export async function ownWebhooks(
  { db, keys, clock }: Pick<World, 'db' | 'keys' | 'clock'>,
  { account }: Owner,
): Promise<{ webhooks: Answer[]; altered: string[] }> {
  const { webhooks, altered } = await listWebhooks(db, keys, account.id)
  return { webhooks: webhooks.map((webhook) => webhookAnswer(webhook, clock.now())), altered }
}

/** A webhook named in a path; foreign and unknown are the same. */
export async function ownWebhook(
  { db, keys }: Pick<World, 'db' | 'keys'>,
  { account }: Owner,
  id: string,
): Promise<Webhook> {
  const webhook = await findWebhook(db, keys, account.id, id)
  if (webhook === undefined) throw new Refusal('not_found')
  return webhook
}

/** False where the account has no such webhook. What a stop leaves of its deliveries goes with their age. */
export async function removeWebhook({ db, closing }: World, { account }: Caller, id: string): Promise<boolean> {
  if (!(await deleteWebhook(db, account.id, id))) return false
  while (!closing.aborted && (await forgetSome(db, id)) > 0);
  return true
}

/** The webhook as the API shows it: of its secrets only until when the former one signs. */
export function webhookAnswer(webhook: Webhook, now: number): Answer {
  const { id, url, events, walletIds, description, includeAmounts, status, waiting } = webhook
  const former = webhook.secrets.find(({ until }) => until !== null && until > now)
  return {
    ...{ id, url, description, includeAmounts, status, waiting },
    events: [...events],
    walletIds: walletIds === null ? null : [...walletIds],
    failingSince: timeOf(webhook.failingSince),
    formerSecretUntil: timeOf(former?.until ?? null),
    createdAt: new Date(webhook.createdAt).toISOString(),
  }
}

export const timeOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())
