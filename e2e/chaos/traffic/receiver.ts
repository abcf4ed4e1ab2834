import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { WebhookEvent } from '#shared/model/webhook.ts'
import type { Random } from '../random.ts'
import type { Account, Stage } from '../stage.ts'
import { apiOf } from './api-of.ts'

/** A receiver of webhooks that refuses one message in twenty. `heard`: what it took of each request, in order. */
export async function startReceiver(random: Random) {
  const heard = new Map<string, string[]>()
  let count = 0
  const server = createServer(async (request, response) => {
    const { type, data } = (await json(request)) as WebhookEvent
    count += 1
    const isTaken = !random.chance(0.05)
    if (isTaken) heard.set(data.id, [...(heard.get(data.id) ?? []), type])
    response.writeHead(isTaken ? 204 : 500).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    heard,
    count: () => count,
    async listenTo(stage: Stage, account: Account): Promise<void> {
      const { port } = server.address() as AddressInfo
      const events = ['request.received', 'request.paid', 'request.expired'] as const
      await apiOf(stage, account).createWebhook({ url: `http://127.0.0.1:${port}/`, events: [...events] })
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
