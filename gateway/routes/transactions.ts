import { Refusal } from '#shared/refusals.ts'
import { type Caller, reaches } from '../auth/caller.ts'
import type { Handlers } from '../http/handlers.ts'
import { ownWallet } from '../wallets/own-wallet.ts'
import type { World } from '../world/world.ts'
import { cancel } from '../transactions/cancel.ts'
import { spacing } from '../transactions/reconcile-throttle.ts'
import { advance, isInFlight, isWorthALook } from '../transactions/reconcile.ts'
import { answerOf, findTransaction, listTransactions, type Transaction } from '../transactions/store.ts'

/** A list waits this long for looks at what is in flight; they go on behind it. */
const LIST_PATIENCE_MS = 500

/** A transaction named in a path; foreign, unknown and out of the key's reach are the same. */
export async function ownTransaction(world: World, caller: Caller, id: string): Promise<Transaction> {
  const transaction = await findTransaction(world.db, world.keys, id, caller.account.id)
  if (transaction === undefined || !reaches(caller, transaction.wallet_id)) throw new Refusal('not_found')
  return transaction
}

export function transactionRoutes(world: World) {
  return {
    async getTransaction({ caller, params }) {
      const transaction = await ownTransaction(world, caller, params.id)
      if (!isWorthALook(world, transaction)) return { transaction: answerOf(transaction) }
      await advance(world, transaction)
      return { transaction: answerOf(await ownTransaction(world, caller, params.id)) }
    },
    async cancelTransaction({ caller, params }) {
      const transaction = await ownTransaction(world, caller, params.id)
      await cancel(world, transaction)
      return { transaction: answerOf(await ownTransaction(world, caller, params.id)) }
    },
    async listTransactions({ caller, query }) {
      const { credential } = caller
      const limitedTo = credential.type === 'session' ? null : credential.walletIds
      const walletIds = query.walletId === undefined ? limitedTo : [(await ownWallet(world, caller, query.walletId)).id]
      const list = () => listTransactions(world.db, world.keys, caller.account.id, walletIds, query)
      let found = await list()
      const inFlight = found.items.filter(isInFlight)
      if (inFlight.length > 0) {
        const patience = (one: Transaction) => ({ patienceMs: LIST_PATIENCE_MS, everyMs: spacing(world, one) })
        await Promise.all(inFlight.map((transaction) => advance(world, transaction, patience(transaction))))
        found = await list()
      }
      return { items: found.items.map(answerOf), page: query.page, pageSize: query.pageSize, total: found.total }
    },
  } satisfies Partial<Handlers>
}
