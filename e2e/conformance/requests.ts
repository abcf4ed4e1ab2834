import type { EndpointName } from '#shared/api/endpoints.ts'
import type { requestEndpoints } from '#shared/api/requests.ts'
import type { Actor } from './kit/actor.ts'
import { ask, question } from './kit/ask.ts'
import { addRival, removeRival } from './kit/rival.ts'
import type { Provocation, Rows } from './kit/row.ts'

const wish = ({ wallet }: Actor) => ({ walletId: wallet, amount: '1', memo: 'Order 1042', externalId: 'order 1042' })
const made = async (actor: Actor) => (await actor.api.createRequest(wish(actor))).request.id

/** A request that was taken back. */
export async function ended(actor: Actor): Promise<string> {
  const id = await made(actor)
  await actor.api.cancelRequest({ id })
  return id
}

const afterTheEnd =
  (name: EndpointName): Provocation =>
  async (stage) => {
    const actor = await stage.actor('sound')
    return ask(actor.url, question(name, actor.apiKey, { params: { id: await ended(actor) } }))
  }

export const requestRows: Rows<keyof typeof requestEndpoints> = {
  createRequest: {
    example: async (actor) => ({ body: wish(actor) }),
    refusals: {
      /** As of wallets: only another process can come in between. */
      async idempotency_in_progress(stage) {
        const actor = await stage.actor('sound')
        await actor.inStore(({ db }) => addRival(db))
        const request = question('createRequest', actor.apiKey, { body: wish(actor) })
        const headers = { ...request.headers, 'idempotency-key': 'a request meanwhile' }
        const answer = await ask(actor.url, { ...request, headers })
        await actor.inStore(({ db }) => removeRival(db))
        return answer
      },
    },
  },
  listRequests: {
    example: async ({ wallet }) => ({ query: { walletId: wallet, pageSize: '5', status: 'OPEN' } }),
    refusals: {},
  },
  getRequest: { example: async (actor) => ({ params: { id: await made(actor) } }), refusals: {} },
  cancelRequest: {
    example: async (actor) => ({ params: { id: await made(actor) } }),
    refusals: { request_ended: afterTheEnd('cancelRequest') },
  },
  getRequestNota: {
    example: async (actor) => ({ params: { id: await made(actor) } }),
    refusals: { request_ended: afterTheEnd('getRequestNota') },
  },
}
