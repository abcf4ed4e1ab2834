import type { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { Webhook } from 'standardwebhooks'
import type { WebhookEvent } from '#gateway/webhooks/receiver/receive.ts'
import type { Orders } from './orders.ts'
import { takePayment } from './sale.ts'
import type { Till } from './till.ts'

const PATH = '/hooks/sotto'
const TOLD = ['request.paid' as const]

/** Where the gateway tells the shop that it was paid. `secret`: of the webhook, once there is one. */
export function hookRoute(app: Hono, till: Till, orders: Orders, secret: () => string | undefined): void {
  app.post(PATH, bodyLimit({ maxSize: 65_536 }), async (c) => {
    const event = verified(secret(), await c.req.text(), c.req.header())
    if (event === undefined) return c.text('This is not signed by the gateway.', 400)
    const order = event.type === 'request.paid' ? orders.ofRequest(event.data.id) : undefined
    // Where the gateway does not answer now this fails, and the message comes again.
    if (order !== undefined) await takePayment(till, order)
    return c.body(null, 204)
  })
}

/** Over the bytes as they came, before a parser has them. */
function verified(secret: string | undefined, body: string, headers: Record<string, string>): WebhookEvent | undefined {
  if (secret === undefined) return undefined
  try {
    return new Webhook(secret).verify(body, headers) as WebhookEvent
  } catch {
    return undefined
  }
}

/** Has the gateway tell a shop of its payments, until `remove`. One that a shop at this address has left is replaced. */
export async function addHook({ api, walletId }: Till, origin: string) {
  const url = `${origin}${PATH}`
  const { webhooks } = await api.listWebhooks({})
  for (const left of webhooks.filter((webhook) => webhook.url === url)) await api.deleteWebhook({ id: left.id })
  const asked = { url, events: TOLD, walletIds: [walletId], description: 'The shop hears of its payments' }
  const { webhook, secret } = await api.createWebhook(asked)
  return { secret, remove: () => api.deleteWebhook({ id: webhook.id }).then(ignored, ignored) }
}

/** A gateway that has gone needs no telling. */
const ignored = () => undefined
