import type { Handlers } from '../http/handlers.ts'
import { cancel } from '../transactions/cancel.ts'
import { listTransactions } from '../transactions/list-transactions.ts'
import { ownTransaction, writeNote } from '../transactions/own-transaction.ts'
import { readTransaction } from '../transactions/read-transaction.ts'
import { transactionAnswer } from '../transactions/transaction-answer.ts'
import type { World } from '../world/world.ts'

export function transactionRoutes(world: World) {
  return {
    async getTransaction({ caller, params }) {
      return { transaction: transactionAnswer(await readTransaction(world, caller, params.id)) }
    },
    patchTransaction: async ({ caller, params, body }) => ({
      transaction: transactionAnswer(await writeNote(world, caller, params.id, body.note)),
    }),
    async cancelTransaction({ caller, params }) {
      const transaction = await ownTransaction(world, caller, params.id)
      await cancel(world, transaction)
      return { transaction: transactionAnswer(await ownTransaction(world, caller, params.id)) }
    },
    async listTransactions({ caller, query }) {
      const { items, total } = await listTransactions(world, caller, query)
      return { items: items.map(transactionAnswer), page: query.page, pageSize: query.pageSize, total }
    },
  } satisfies Partial<Handlers>
}
