import type { NewWallet } from '#shared/api/wallets.ts'
import type { CardVerdict } from '#shared/model/nota.ts'
import { Refusal } from '#shared/refusals.ts'
import { readBalances } from '../balances/read-balances.ts'
import type { Handlers } from '../http/handlers.ts'
import { once } from '../idempotency/once.ts'
import { findWithin } from '../recovery/find-wallets.ts'
import { archiveExternal } from '../wallets/archive-external.ts'
import { changeWallet } from '../wallets/change-wallet.ts'
import { type Created, createWallet } from '../wallets/create-wallet.ts'
import { exportWallet } from '../wallets/export-wallet.ts'
import { ownWallet, reachableWallets } from '../wallets/own-wallet.ts'
import { readCard } from '../wallets/read-card.ts'
import { walletAnswer } from '../wallets/wallet-answer.ts'
import type { World } from '../world/world.ts'

function created({ wallet, verdict }: Created) {
  return { wallet: walletAnswer(wallet), ...(verdict === undefined ? {} : { nota: verdict }) }
}

/** As of now; of a card that has lapsed meanwhile there is none. */
async function verdictOf(world: World, body: NewWallet): Promise<CardVerdict | undefined> {
  if (body.type !== 'external' || body.nota === undefined) return undefined
  return readCard(world, body.nota).then(
    ({ verdict }) => verdict,
    () => undefined,
  )
}

export function walletRoutes(world: World) {
  return {
    async listWallets({ caller }) {
      const wallets = await reachableWallets(world, caller)
      return { wallets: wallets.map(walletAnswer) }
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
        replay: async (id) =>
          created({ wallet: await ownWallet(world, caller, id), verdict: await verdictOf(world, body) }),
      }),
    async getWallet({ caller, params }) {
      const found = await ownWallet(world, caller, params.id)
      const [balances] = await readBalances(world, [found])
      if (balances === undefined) throw new Refusal('not_found')
      const { type: _, ...wallet } = balances.wallet
      return { wallet, balances }
    },
    patchWallet: async ({ caller, params, body }) => ({
      wallet: walletAnswer(await changeWallet(world, caller, params.id, body)),
    }),
    async exportWallet({ caller, params, body, context }) {
      const wallet = await ownWallet(world, caller, params.id)
      context.audit.subject = wallet.id
      return { export: await exportWallet(world, wallet, body.passphrase) }
    },
    async deleteWallet({ caller, params }) {
      await archiveExternal(world, await ownWallet(world, caller, params.id))
      return {}
    },
  } satisfies Partial<Handlers>
}
