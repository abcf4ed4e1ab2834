import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import type { WebhookEvent } from '#shared/model/webhook.ts'
import type { Random } from '../random.ts'
import type { Account, Stage } from '../stage.ts'
import { apiOf } from './api-of.ts'

/** `id`: the same at every try. */
export type Heard = { id: string; type: string }

/** An event is refused at most so often: after the third time it would come half an hour later. */
const REFUSALS = 2

/**
 * A receiver of webhooks that refuses one message in twenty. `heard`: what it took of each request, each event once, in order;
 * `forged`: messages that another library than the gateway's does not verify.
 */
export async function startReceiver(random: Random) {
  const heard = new Map<string, Heard[]>()
  const taken = new Set<string>()
  const refused = new Map<string, number>()
  let secret = ''
  let [messages, forged] = [0, 0]

  /** The status of the answer. */
  function take(body: string, headers: Record<string, string>): number {
    messages += 1
    try {
      new Webhook(secret).verify(body, headers)
    } catch {
      forged += 1
      return 400
    }
    const { type, data } = JSON.parse(body) as WebhookEvent
    const id = headers['webhook-id'] ?? ''
    const times = refused.get(id) ?? 0
    if (times < REFUSALS && random.chance(0.05)) {
      refused.set(id, times + 1)
      return 500
    }
    if (!taken.has(id)) heard.set(data.id, [...(heard.get(data.id) ?? []), { id, type }])
    taken.add(id)
    return 204
  }

  const server = createServer(async (request, response) => {
    response.writeHead(take(await text(request), request.headers as Record<string, string>)).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    heard,
    messages: () => messages,
    forged: () => forged,
    async listenTo(stage: Stage, account: Account): Promise<void> {
      const { port } = server.address() as AddressInfo
      const events = ['request.received', 'request.paid', 'request.expired'] as const
      const url = `http://127.0.0.1:${port}/`
      secret = (await apiOf(stage, account).createWebhook({ url, events: [...events] })).secret
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
