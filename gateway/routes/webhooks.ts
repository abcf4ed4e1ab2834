import type { Handlers } from '../http/handlers.ts'
import { addWebhook } from '../webhooks/manage/add-webhook.ts'
import { changeWebhook, rotateSecret } from '../webhooks/manage/change-webhook.ts'
import { ownDeliveries, redeliver, redeliverRange, sendTest } from '../webhooks/manage/own-deliveries.ts'
import { ownWebhook, ownWebhooks, removeWebhook, webhookAnswer } from '../webhooks/manage/own-webhooks.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import type { World } from '../world/world.ts'
import { gone } from './gone.ts'

export function webhookRoutes(world: World) {
  const answer = (webhook: Webhook) => webhookAnswer(webhook, world.clock.now())
  return {
    listWebhooks: ({ caller }) => ownWebhooks(world, caller),
    async createWebhook({ caller, body, context }) {
      const { webhook, secret } = await addWebhook(world, caller, body)
      context.audit.subject = webhook.id
      return { webhook: answer(webhook), secret }
    },
    getWebhook: async ({ caller, params }) => ({ webhook: answer(await ownWebhook(world, caller, params.id)) }),
    async patchWebhook({ caller, params, body, context }) {
      const webhook = await changeWebhook(world, caller, params.id, body)
      context.audit.subject = webhook.id
      return { webhook: answer(webhook) }
    },
    async deleteWebhook({ caller, params, context }) {
      await gone(context, params.id, removeWebhook(world, caller, params.id))
      return {}
    },
    async rotateWebhookSecret({ caller, params, context }) {
      const { webhook, secret } = await rotateSecret(world, caller, params.id)
      context.audit.subject = webhook.id
      return { webhook: answer(webhook), secret }
    },
    testWebhook: async ({ caller, params }) => ({ delivery: await sendTest(world, caller, params.id) }),
    listDeliveries: ({ caller, params, query }) => ownDeliveries(world, caller, params.id, query),
    async redeliver({ caller, params }) {
      return { delivery: await redeliver(world, caller, params.id, params.deliveryId) }
    },
    redeliverRange: ({ caller, params, body }) => redeliverRange(world, caller, params.id, body),
  } satisfies Partial<Handlers>
}
