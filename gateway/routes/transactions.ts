import type { Handlers } from '../http/handlers.ts'
import { listWithForgotten } from '../recovery/named-payment.ts'
import { cancel } from '../transactions/cancel.ts'
import { ownTransaction, walletOf, writeNote } from '../transactions/own-transaction.ts'
import { readTransaction } from '../transactions/read-transaction.ts'
import type { Transaction } from '../transactions/store.ts'
import { transactionAnswer } from '../transactions/transaction-answer.ts'
import type { World } from '../world/world.ts'

const answerOf = async (world: World, transaction: Transaction) =>
  transactionAnswer(transaction, await walletOf(world, transaction))

export function transactionRoutes(world: World) {
  return {
    async getTransaction({ caller, params }) {
      return { transaction: await answerOf(world, await readTransaction(world, caller, params.id)) }
    },
    patchTransaction: async ({ caller, params, body }) => ({
      transaction: await answerOf(world, await writeNote(world, caller, params.id, body.note)),
    }),
    async cancelTransaction({ caller, params }) {
      const transaction = await ownTransaction(world, caller, params.id)
      await cancel(world, transaction)
      return { transaction: await answerOf(world, await ownTransaction(world, caller, params.id)) }
    },
    async listTransactions({ caller, query }) {
      const { items, total } = await listWithForgotten(world, caller, query)
      return { items: items.map((each) => transactionAnswer(each)), page: query.page, pageSize: query.pageSize, total }
    },
  } satisfies Partial<Handlers>
}
