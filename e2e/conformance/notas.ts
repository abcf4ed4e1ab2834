import type { notaEndpoints } from '#shared/api/notas.ts'
import { settled } from '../harness/gateway.ts'
import type { Actor } from './kit/actor.ts'
import { ask, question } from './kit/ask.ts'
import type { Rows } from './kit/row.ts'

const pay = async ({ api, wallet, other }: Actor) => {
  const { transaction } = await api.transfer({ walletId: wallet, amount: '0.5', token: 'STABLE', toWalletId: other })
  return transaction.id
}

const paid = async (actor: Actor) => {
  const id = await pay(actor)
  await settled(actor.api, id)
  return id
}

export const notaRows: Rows<keyof typeof notaEndpoints> = {
  getWalletNota: {
    example: async ({ wallet }) => ({ params: { id: wallet }, query: { label: 'true' } }),
    refusals: {},
  },
  getTransactionNota: {
    example: async (actor) => ({ params: { id: await paid(actor) } }),
    refusals: {
      receipt_unavailable: (stage) =>
        stage.pending(async (actor) => {
          const params = { id: await pay(actor) }
          return ask(actor.url, question('getTransactionNota', actor.apiKey, { params }))
        }),
      async upstream_unavailable(stage) {
        const params = { id: await paid(await stage.actor('hasty')) }
        return stage.severed(({ url, apiKey }) => ask(url, question('getTransactionNota', apiKey, { params })))
      },
    },
  },
  verifyNota: {
    example: async ({ api, wallet }) => ({ body: await api.getWalletNota({ id: wallet }) }),
    refusals: {
      async invalid_nota(stage) {
        const { url, apiKey } = await stage.actor('sound')
        return ask(url, question('verifyNota', apiKey, { body: { nota: 'no nota' } }))
      },
    },
  },
}
