import type { transactionEndpoints } from '#shared/api/transactions.ts'
import type { Actor } from './kit/actor.ts'
import { ask, question } from './kit/ask.ts'
import type { Rows } from './kit/row.ts'

const paid = async ({ api, wallet, other }: Actor) => {
  const { transaction } = await api.transfer({ walletId: wallet, amount: '0.5', token: 'STABLE', toWalletId: other })
  return transaction.id
}

export const transactionRows: Rows<keyof typeof transactionEndpoints> = {
  listTransactions: {
    example: async ({ wallet }) => ({ query: { walletId: wallet, pageSize: '5', direction: 'all' } }),
    refusals: {},
  },
  getTransaction: { example: async (actor) => ({ params: { id: await paid(actor) } }), refusals: {} },
  patchTransaction: {
    example: async (actor) => ({ params: { id: await paid(actor) }, body: { note: 'for the roof' } }),
    refusals: {},
  },
  cancelTransaction: {
    at: 'hasty',
    example: async (actor) => ({ params: { id: await paid(actor) } }),
    refusals: {
      async not_cancellable(stage) {
        const actor = await stage.actor('sound')
        return ask(actor.url, question('cancelTransaction', actor.apiKey, { params: { id: await paid(actor) } }))
      },
      upstream_unavailable: (stage) =>
        stage.pending(async (actor) => {
          const params = { id: await paid(actor) }
          return stage.severed(() => ask(actor.url, question('cancelTransaction', actor.apiKey, { params })))
        }),
    },
  },
}
