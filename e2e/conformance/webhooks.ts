import type { webhookEndpoints } from '#shared/api/webhooks.ts'
import { WEBHOOKS_MAX } from '#shared/limits.ts'
import type { Actor } from './kit/actor.ts'
import type { Rows } from './kit/row.ts'

/** Where nothing listens: what is sent there fails at once. */
const terms = { url: 'http://127.0.0.1:9/hook', events: ['transaction.settled' as const] }

/** A webhook of an account that has room for it. */
async function added({ api }: Actor): Promise<string> {
  await makeRoom(api)
  return (await api.createWebhook(terms)).webhook.id
}

async function makeRoom(api: Actor['api']): Promise<void> {
  const { webhooks } = await api.listWebhooks({})
  for (const { id } of webhooks.slice(0, webhooks.length - WEBHOOKS_MAX + 1)) await api.deleteWebhook({ id })
}

const named = async (actor: Actor) => ({ params: { id: await added(actor) } })

export const webhookRows: Rows<keyof typeof webhookEndpoints> = {
  listWebhooks: { example: async () => ({}), refusals: {} },
  createWebhook: {
    async example({ api }) {
      await makeRoom(api)
      return { body: terms }
    },
    refusals: {},
  },
  getWebhook: { example: named, refusals: {} },
  patchWebhook: {
    example: async (actor) => ({ ...(await named(actor)), body: { includeAmounts: true } }),
    refusals: {},
  },
  deleteWebhook: { example: named, refusals: {} },
  rotateWebhookSecret: { example: named, refusals: {} },
  testWebhook: { example: named, refusals: {} },
  listDeliveries: { example: async (actor) => ({ ...(await named(actor)), query: { pageSize: '5' } }), refusals: {} },
  redeliver: {
    async example(actor) {
      const id = await added(actor)
      return { params: { id, deliveryId: (await actor.api.testWebhook({ id })).delivery.id } }
    },
    refusals: {},
  },
  redeliverRange: {
    example: async (actor) => ({ ...(await named(actor)), body: { from: '2026-01-01T00:00:00Z' } }),
    refusals: {},
  },
}
