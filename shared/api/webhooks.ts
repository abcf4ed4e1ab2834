import * as z from 'zod/mini'
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX, WALLETS_MAX, WEBHOOK_URL_MAX } from '../limits.ts'
import { Id, Instant, ShortText } from '../model/ids.ts'
import { Delivery, DeliveryState, Webhook, WebhookEventType } from '../model/webhook.ts'
import type { Endpoint } from './kit/endpoint.ts'
import { wholeNumber } from './kit/page.ts'

const distinct = (list: readonly string[]) => new Set(list).size === list.length

/** Its host is looked at when something is sent. */
const Target = z.string().check(
  z.maxLength(WEBHOOK_URL_MAX),
  z.refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
    error: 'must be an http or https address',
    abort: true,
  }),
  z.refine(
    (text) => {
      const { username, password, hash } = new URL(text)
      return username === '' && password === '' && hash === ''
    },
    { error: 'must not have a name, a password or a fragment' },
  ),
)
const Events = z.array(WebhookEventType).check(z.minLength(1), z.refine(distinct, { error: 'repeats an event' }))
const WalletIds = z
  .array(Id)
  .check(z.minLength(1), z.maxLength(WALLETS_MAX), z.refine(distinct, { error: 'repeats a wallet' }))

const fields = {
  walletIds: z.optional(z.nullable(WalletIds)),
  description: z.optional(z.nullable(ShortText)),
  includeAmounts: z.optional(z.boolean()),
}
const NewWebhook = z.strictObject({ url: Target, events: Events, ...fields })
const WebhookChange = z
  .strictObject({ url: z.optional(Target), events: z.optional(Events), ...fields, enabled: z.optional(z.boolean()) })
  .check(
    z.refine((change) => Object.values(change).some((value) => value !== undefined), {
      error: 'url, events, walletIds, description, includeAmounts or enabled is required',
    }),
  )

const DeliveryQuery = z.strictObject({
  state: z.optional(DeliveryState),
  /** ID of the last delivery of the page before. */
  after: z.optional(z.string()),
  pageSize: wholeNumber(1, PAGE_SIZE_MAX, PAGE_SIZE_DEFAULT),
})

const DeliveryRange = z
  .strictObject({
    from: Instant,
    to: z.optional(Instant),
    state: z.optional(z.enum(['failed', 'delivered'])),
    /** `next` of the answer before. */
    after: z.optional(z.string()),
  })
  .check(
    z.refine(({ from, to }) => to === undefined || Date.parse(from) <= Date.parse(to), {
      error: 'must not be before from',
      path: ['to'],
    }),
  )

const own = { tag: 'Webhooks', access: 'manage', status: 200, whole: true, refusals: ['not_found'] } as const

export const webhookEndpoints = {
  listWebhooks: {
    ...own,
    method: 'GET',
    path: '/webhooks',
    summary:
      'The webhooks of the account, never their secrets. `altered`: IDs of those that somebody has altered in the database: nothing is sent to them, and they can only be removed',
    data: z.object({ webhooks: z.array(Webhook), altered: z.array(Id) }),
    refusals: [],
  },
  createWebhook: {
    ...own,
    method: 'POST',
    path: '/webhooks',
    summary: 'Add a webhook; its secret is in this answer and nowhere else',
    body: NewWebhook,
    status: 201,
    data: z.object({ webhook: Webhook, secret: z.string() }),
    event: 'webhook.added',
    refusals: [],
  },
  getWebhook: {
    ...own,
    method: 'GET',
    path: '/webhooks/{id}',
    summary: 'One webhook',
    data: z.object({ webhook: Webhook }),
  },
  patchWebhook: {
    ...own,
    method: 'PATCH',
    path: '/webhooks/{id}',
    summary:
      'Change a webhook, switch it off or on: one that is off is told of nothing, and goes on with what happens then. `enabled: true` makes a `failing` one `active`: all that waits is sent',
    body: WebhookChange,
    data: z.object({ webhook: Webhook }),
    event: 'webhook.changed',
  },
  deleteWebhook: {
    ...own,
    method: 'DELETE',
    path: '/webhooks/{id}',
    summary: 'Remove a webhook and its deliveries',
    data: z.strictObject({}),
    event: 'webhook.removed',
  },
  rotateWebhookSecret: {
    ...own,
    method: 'POST',
    path: '/webhooks/{id}/rotate-secret',
    summary:
      'Make another secret; for 24 hours the one before it signs too, and none before that one (`formerSecretUntil`)',
    data: z.object({ webhook: Webhook, secret: z.string() }),
    event: 'webhook.secret_rotated',
  },
  testWebhook: {
    ...own,
    method: 'POST',
    path: '/webhooks/{id}/test',
    summary: 'Send a `webhook.test` now, and tell what became of it',
    data: z.object({ delivery: Delivery }),
  },
  listDeliveries: {
    ...own,
    method: 'GET',
    path: '/webhooks/{id}/deliveries',
    summary:
      'Deliveries of the last 30 days, the newest first: `next` is the `after` of the next page, null on the last',
    query: DeliveryQuery,
    data: z.object({ items: z.array(Delivery), next: z.nullable(z.string()) }),
  },
  redeliver: {
    ...own,
    method: 'POST',
    path: '/webhooks/{id}/deliveries/{deliveryId}/redeliver',
    summary: 'Send one event again, under its own ID. A `failing` webhook is `active` then, and all that waits is sent',
    data: z.object({ delivery: Delivery }),
  },
  redeliverRange: {
    ...own,
    method: 'POST',
    path: '/webhooks/{id}/redeliver',
    summary:
      'Send the events of a time again, under the same IDs and in order, without tests; a `failing` webhook is `active` then, and all that waits is sent. One call sends at most 10,000. `next` is the `after` of the next call, or null after the last one',
    body: DeliveryRange,
    /** Older gateways lack `next`. */
    data: z.object({ count: z.number(), next: z.optional(z.nullable(z.string())) }),
  },
} as const satisfies Record<string, Endpoint>

export type NewWebhook = z.infer<typeof NewWebhook>
export type WebhookChange = z.infer<typeof WebhookChange>
export type DeliveryQuery = z.infer<typeof DeliveryQuery>
export type DeliveryRange = z.infer<typeof DeliveryRange>
