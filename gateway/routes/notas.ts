import type { Handlers } from '../http/handlers.ts'
import { issueReceipt } from '../receipts/issue-receipt.ts'
import { verifyNota } from '../receipts/verify-nota.ts'
import { ownTransaction } from '../transactions/own-transaction.ts'
import { advance } from '../transactions/reconcile.ts'
import { issueCard } from '../wallets/issue-card.ts'
import { ownWallet } from '../wallets/own-wallet.ts'
import type { World } from '../world/world.ts'

export function notaRoutes(world: World) {
  return {
    async getWalletNota({ caller, params, query }) {
      const wallet = await ownWallet(world, caller, params.id)
      return { nota: await issueCard(world, wallet, query.label === 'true') }
    },
    async getTransactionNota({ caller, params }) {
      await advance(world, await ownTransaction(world, caller, params.id))
      return { nota: await issueReceipt(world, await ownTransaction(world, caller, params.id)) }
    },
    verifyNota: ({ caller, body }) => verifyNota(world, caller, body.nota),
  } satisfies Partial<Handlers>
}
