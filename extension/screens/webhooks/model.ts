import type { NewWebhook, WebhookChange } from '#shared/api/webhooks.ts'
import {
  type Delivery,
  type DeliveryFlaw,
  type SentEventType,
  type Webhook,
  WebhookEventType,
} from '#shared/model/webhook.ts'
import type { Profile } from '../../gateway/profiles.ts'
import { plainLine } from '../../plain-text.ts'

/** Why the key may not manage webhooks: they belong to the whole account, and take a scope. */
export type Hindrance = 'scope' | 'limited'

export function hindranceOf({
  scopes,
  walletIds,
}: Pick<Profile['key'], 'scopes' | 'walletIds'>): Hindrance | undefined {
  if (!scopes.includes('manage')) return 'scope'
  return walletIds === null ? undefined : 'limited'
}

/** How a webhook stands, as a person sees it. `unanswered`: the last try was not taken, and it is tried again soon. */
export type Standing = 'active' | 'unanswered' | 'failing' | 'off'

export function standingOf({ status, failingSince }: Pick<Webhook, 'status' | 'failingSince'>): Standing {
  if (status === 'disabled') return 'off'
  if (status === 'failing') return 'failing'
  return failingSince === null ? 'active' : 'unanswered'
}

/** What became of a delivery. `again`: a try was not taken, and the next one is to come. */
export type Outcome = 'waiting' | 'again' | 'delivered' | 'failed'

export function outcomeOf({ state, tries }: Pick<Delivery, 'state' | 'tries'>): Outcome {
  return state === 'waiting' && tries > 0 ? 'again' : state
}

/** What is said of its last try: the receiver's answer, or why there is none. One that is given up keeps an earlier answer. */
export function resultOf(
  delivery: Pick<Delivery, 'state' | 'tries' | 'answer' | 'flaw'>,
): number | DeliveryFlaw | null {
  return outcomeOf(delivery) === 'waiting' ? null : (delivery.flaw ?? delivery.answer)
}

export const groups = ['transaction', 'request', 'approval', 'batch'] as const
export type Group = (typeof groups)[number]

export function eventsOf(group: Group): WebhookEventType[] {
  return WebhookEventType.options.filter((type) => type.startsWith(`${group}.`))
}

/** What a webhook can be told of. A batch may pay from several wallets: one that is limited to some hears of none. */
export function offered(isLimited: boolean): readonly Group[] {
  return isLimited ? groups.filter((group) => group !== 'batch') : groups
}

/** Those that may be asked for, in the order of the API. */
export function chosenEvents(chosen: ReadonlySet<SentEventType>, isLimited: boolean): WebhookEventType[] {
  return offered(isLimited)
    .flatMap(eventsOf)
    .filter((type) => chosen.has(type))
}

export type WebhookForm = {
  url: string
  description: string
  events: WebhookEventType[]
  /** Null for all wallets. */
  walletIds: string[] | null
  includeAmounts: boolean
}

/** The webhook that a form comes to. */
export function webhookOf({ url, description, ...form }: WebhookForm): Required<NewWebhook> {
  const said = description.trim()
  return { ...form, url: url.trim(), description: said === '' ? null : said }
}

/** What is another than before; undefined where all is the same. Order is none. */
export function changeOf(before: Webhook, next: Required<NewWebhook>): WebhookChange | undefined {
  const sign = (value: unknown) => JSON.stringify(Array.isArray(value) ? value.toSorted() : value)
  const names = ['url', 'events', 'walletIds', 'description', 'includeAmounts'] as const
  const changed = names.filter((name) => sign(before[name]) !== sign(next[name]))
  return changed.length === 0 ? undefined : Object.fromEntries(changed.map((name) => [name, next[name]]))
}

/** What a webhook is called: what its account says of it, else its address without what stands in all of them. */
export function webhookName({ url, description }: Pick<Webhook, 'url' | 'description'>): string {
  const said = description === null ? '' : plainLine(description, 100)
  return said === '' ? shortUrl(url) : said
}

export function shortUrl(url: string): string {
  return plainLine(url.replace(/^https?:\/\//, ''), 60)
}
