import { listRequests, readRequest } from '../collections/read-request.ts'
import type { Handlers } from '../http/handlers.ts'
import { once } from '../idempotency/once.ts'
import { cancelRequest } from '../requests/cancel-request.ts'
import { createRequest } from '../requests/create-request.ts'
import { issueRequestNota } from '../requests/issue-nota.ts'
import { ownRequest } from '../requests/own-request.ts'
import { requestAnswer, requestAnswers } from '../requests/request-answer.ts'
import { namedWallet } from '../wallets/own-wallet.ts'
import type { World } from '../world/world.ts'

export function requestRoutes(world: World) {
  return {
    createRequest: ({ caller, body, idempotencyKey }) =>
      once(world, {
        endpoint: 'createRequest',
        kind: 'request',
        caller,
        key: idempotencyKey,
        body,
        authorize: async () => void (await namedWallet(world, caller, body.walletId, 'walletId')),
        run: async (claim) => ({
          request: await requestAnswer(world, await createRequest(world, caller, body, claim)),
        }),
        replay: async (id) => ({ request: await requestAnswer(world, await ownRequest(world, caller, id)) }),
      }),
    async listRequests({ caller, query }) {
      const { items, total } = await listRequests(world, caller, query)
      const answers = await requestAnswers(world, items)
      return { items: answers, page: query.page, pageSize: query.pageSize, total }
    },
    getRequest: async ({ caller, params }) => ({
      request: await requestAnswer(world, await readRequest(world, caller, params.id)),
    }),
    cancelRequest: async ({ caller, params }) => ({
      request: await requestAnswer(world, await cancelRequest(world, caller, params.id)),
    }),
    getRequestNota: async ({ caller, params }) => ({
      nota: await issueRequestNota(world, await ownRequest(world, caller, params.id)),
    }),
  } satisfies Partial<Handlers>
}
