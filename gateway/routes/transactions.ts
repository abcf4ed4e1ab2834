import type { Handlers } from '../http/handlers.ts'
import { lookWithin } from '../transactions/arrivals/look.ts'
import { cancel } from '../transactions/cancel.ts'
import { directionOf, listTransactions } from '../transactions/list-store.ts'
import { ownTransaction, writeNote } from '../transactions/own-transaction.ts'
import { readOwn } from '../transactions/read-own.ts'
import { advance } from '../transactions/reconcile.ts'
import { reconcileInterval } from '../transactions/reconcile-throttle.ts'
import { isInFlight } from '../transactions/states.ts'
import { type Transaction, toApi } from '../transactions/store.ts'
import { ownWallet } from '../wallets/own-wallet.ts'
import type { World } from '../world/world.ts'

/** A list waits this long for looks at what is in flight; they go on behind it. */
const LIST_PATIENCE_MS = 500

export function transactionRoutes(world: World) {
  return {
    async getTransaction({ caller, params }) {
      return { transaction: toApi(await readOwn(world, caller, params.id)) }
    },
    patchTransaction: async ({ caller, params, body }) => ({
      transaction: toApi(await writeNote(world, caller, params.id, body.note)),
    }),
    async cancelTransaction({ caller, params }) {
      const transaction = await ownTransaction(world, caller, params.id)
      await cancel(world, transaction)
      return { transaction: toApi(await ownTransaction(world, caller, params.id)) }
    },
    async listTransactions({ caller, query }) {
      const { credential } = caller
      const limitedTo = credential.type === 'session' ? null : credential.walletIds
      const walletIds = query.walletId === undefined ? limitedTo : [(await ownWallet(world, caller, query.walletId)).id]
      const list = () => listTransactions(world.db, world.keys, caller.account.id, walletIds, query)
      if (directionOf(query) !== 'out') await lookWithin(world)
      let found = await list()
      const inFlight = found.items.filter(isInFlight)
      if (inFlight.length > 0) {
        const patience = (one: Transaction) => ({
          patienceMs: LIST_PATIENCE_MS,
          everyMs: reconcileInterval(world, one),
        })
        await Promise.all(inFlight.map((transaction) => advance(world, transaction, patience(transaction))))
        found = await list()
      }
      return { items: found.items.map(toApi), page: query.page, pageSize: query.pageSize, total: found.total }
    },
  } satisfies Partial<Handlers>
}
