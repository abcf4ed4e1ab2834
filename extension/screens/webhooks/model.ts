import type { NewWebhook, WebhookChange } from '#shared/api/webhooks.ts'
import type { Growing } from '#shared/model/growing.ts'
import { type Delivery, type Webhook, WebhookEventType } from '#shared/model/webhook.ts'
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
): Delivery['answer'] | Delivery['flaw'] {
  return outcomeOf(delivery) === 'waiting' ? null : (delivery.flaw ?? delivery.answer)
}

/** The first part of an event's name. */
export type Group = 'transaction' | 'request' | 'approval' | 'batch'

type Events = [group: Growing<Group>, types: Growing<WebhookEventType>[]]

/**
 * What a webhook can be told of, by group, in the order of the API; `told` may have what only a newer gateway knows. A batch may
 * pay from several wallets: a webhook that is limited to some hears of none.
 */
export function offered(isLimited: boolean, told: Iterable<string>): Events[] {
  const types = [...new Set<Events[1][number]>([...WebhookEventType.options, ...told])]
  const byGroup = Object.groupBy(types, (type) => type.split('.', 1).join())
  return Object.entries(byGroup).flatMap(([group, types = []]) =>
    isLimited && group === 'batch' ? [] : [[group, types]],
  )
}

/** Those that may be asked for. What is not known here the gateway has named itself. */
export function chosenEvents(chosen: ReadonlySet<string>, isLimited: boolean): WebhookEventType[] {
  const types = offered(isLimited, chosen).flatMap(([, types]) => types)
  return types.filter((type) => chosen.has(type)) as WebhookEventType[]
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
