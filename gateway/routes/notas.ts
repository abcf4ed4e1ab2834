import type { Handlers } from '../http/handlers.ts'
import { advance } from '../transactions/reconcile.ts'
import { ownTransaction } from './transactions.ts'
import type { World } from '../world/world.ts'
import { issueReceipt } from '../receipts/issue-receipt.ts'
import { verifyNota } from '../receipts/verify-nota.ts'

export function notaryRoutes(world: World) {
  return {
    async getTransactionNota({ caller, params }) {
      await advance(world, await ownTransaction(world, caller, params.id))
      return { nota: await issueReceipt(world, await ownTransaction(world, caller, params.id)) }
    },
    verifyNota: ({ caller, body }) => verifyNota(world, caller, body.nota),
  } satisfies Partial<Handlers>
}
