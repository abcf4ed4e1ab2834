import type { Handlers } from '../http/handlers.ts'
import { cancel } from '../transactions/cancel.ts'
import { listTransactions } from '../transactions/list-transactions.ts'
import { ownTransaction } from '../transactions/own-transaction.ts'
import { readOwn } from '../transactions/read-own.ts'
import { transactionAnswer } from '../transactions/transaction-answer.ts'
import type { World } from '../world/world.ts'

export function transactionRoutes(world: World) {
  return {
    async getTransaction({ caller, params }) {
      return { transaction: transactionAnswer(await readOwn(world, caller, params.id)) }
    },
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
