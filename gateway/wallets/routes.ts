import { Refusal } from '#shared/refusals.ts'
import { atomically } from '../db/database.ts'
import type { Handlers } from '../http/handlers.ts'
import { once } from '../idempotency/once.ts'
import type { World } from '../world.ts'
import { createWallet } from './create-wallet.ts'
import { exportWallet } from './export-wallet.ts'
import { issueCard } from './issue-card.ts'
import { ownWallet, reachableWallets } from './own-wallet.ts'
import { answerOf, archiveWallet, listWallets, setLabel, setPrimary } from './store.ts'

export function walletRoutes(world: World) {
  return {
    async listWallets({ caller }) {
      const wallets = await reachableWallets(world, caller)
      return { wallets: wallets.map(answerOf) }
    },
    createWallet: ({ caller, body, idempotencyKey }) =>
      once(world, {
        endpoint: 'createWallet',
        kind: 'wallet',
        caller,
        key: idempotencyKey,
        body,
        run: async (claim) => ({ wallet: answerOf(await createWallet(world, caller, body, claim)) }),
        replay: async (id) => ({ wallet: answerOf(await ownWallet(world, caller, id)) }),
      }),
    async getWalletNota({ caller, params, query }) {
      const wallet = await ownWallet(world, caller, params.id)
      return { nota: await issueCard(world, wallet, query.label === 'true') }
    },
    async patchWallet({ caller, params, body }) {
      const wallet = await ownWallet(world, caller, params.id)
      await atomically(world.db, async (trx) => {
        if (body.label !== undefined) await setLabel(trx, wallet.id, body.label)
        if (body.isPrimary === true) await setPrimary(trx, wallet.accountId, wallet.id)
      })
      return { wallet: answerOf(await ownWallet(world, caller, wallet.id)) }
    },
    async exportWallet({ caller, params, body, visit }) {
      const wallet = await ownWallet(world, caller, params.id)
      visit.trail.subject = wallet.id
      return { export: await exportWallet(world, wallet, body.passphrase) }
    },
    async deleteWallet({ caller, params }) {
      const wallet = await ownWallet(world, caller, params.id)
      if (wallet.type === 'CUSTODIAL') throw new Refusal('wallet_in_use')
      await atomically(world.db, async (trx) => {
        await archiveWallet(trx, wallet.id, world.clock.now())
        const [oldest, ...rest] = await listWallets(trx, wallet.accountId)
        if (oldest !== undefined && ![oldest, ...rest].some((other) => other.isPrimary)) {
          await setPrimary(trx, wallet.accountId, oldest.id)
        }
      })
      return {}
    },
  } satisfies Partial<Handlers>
}
