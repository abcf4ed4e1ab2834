import { Refusal } from '#shared/refusal.ts'
import { requireRecent } from '../auth/authorize.ts'
import { readBalances } from '../balances/read-balances.ts'
import { readGas } from '../balances/read-gas.ts'
import { audited } from '../http/audited.ts'
import type { Handlers } from '../http/handlers.ts'
import { once } from '../idempotency/once.ts'
import { verdictNow } from '../notas/read-card.ts'
import { changeWalletPolicy } from '../policies/change-policy.ts'
import { walletShown } from '../policies/policies-of.ts'
import { findWithin } from '../recovery/find-wallets.ts'
import { archiveExternal } from '../wallets/archive-external.ts'
import { changeWallet } from '../wallets/change-wallet.ts'
import { type Created, createWallet } from '../wallets/create-wallet.ts'
import { exportWallet } from '../wallets/export-wallet.ts'
import { ownWallet, reachableWallets } from '../wallets/own-wallet.ts'
import { walletAnswer, walletSummary } from '../wallets/wallet-answer.ts'
import type { World } from '../world/world.ts'

function created({ wallet, verdict }: Created) {
  return { wallet: walletAnswer(wallet), ...(verdict === undefined ? {} : { nota: verdict }) }
}

export function walletRoutes(world: World) {
  return {
    async listWallets({ caller }) {
      const wallets = await reachableWallets(world, caller)
      return { wallets: wallets.map((wallet) => walletShown(world, caller, wallet)) }
    },
    createWallet: ({ caller, body, idempotencyKey }) =>
      once(world, {
        endpoint: 'createWallet',
        kind: 'wallet',
        caller,
        key: idempotencyKey,
        body,
        async run(claim) {
          if (body.type === 'custodial') await findWithin(world, caller.account.id)
          return created(await createWallet(world, caller, body, claim))
        },
        async replay(id) {
          const wallet = await ownWallet(world, caller, id)
          return created({ wallet, verdict: await verdictNow(world, 'nota' in body ? body.nota : undefined) })
        },
      }),
    async getWallet({ caller, params }) {
      const found = await ownWallet(world, caller, params.id)
      const [balances] = await readBalances(world, [found])
      if (balances === undefined) throw new Refusal('not_found')
      const wallet = walletSummary(balances.wallet)
      return { wallet, balances }
    },
    async patchWallet({ caller, params, body, context }) {
      const { policy, ...change } = body
      if (policy !== undefined)
        await audited(world, { event: 'policy.changed' }, caller, context, async () => {
          requireRecent(caller, world.clock.now())
          await changeWalletPolicy(world, caller, { id: params.id, policy }, context)
        })
      return { wallet: walletShown(world, caller, await changeWallet(world, caller, params.id, change)) }
    },
    async exportWallet({ caller, params, body, context }) {
      const wallet = await ownWallet(world, caller, params.id)
      context.audit.subject = wallet.id
      return { export: await exportWallet(world, wallet, body.passphrase) }
    },
    async deleteWallet({ caller, params }) {
      await archiveExternal(world, caller, await ownWallet(world, caller, params.id))
      return {}
    },
    getBalances: async ({ caller, query }) => ({
      balances: await readBalances(world, await reachableWallets(world, caller, query.walletId)),
    }),
    getGas: async ({ caller, query }) => readGas(world, await reachableWallets(world, caller, query.walletId)),
  } satisfies Partial<Handlers>
}
