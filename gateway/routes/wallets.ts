import type { NewWallet } from '#shared/api/wallets.ts'
import type { CardVerdict } from '#shared/model/nota.ts'
import { Refusal } from '#shared/refusals.ts'
import { requireWhole } from '../auth/caller.ts'
import { readBalances } from '../balances/read-balances.ts'
import { atomically } from '../db/database.ts'
import type { Handlers } from '../http/handlers.ts'
import { once } from '../idempotency/once.ts'
import { type Created, createWallet } from '../wallets/create-wallet.ts'
import { exportWallet } from '../wallets/export-wallet.ts'
import { ownWallet, reachableWallets } from '../wallets/own-wallet.ts'
import { readCard } from '../wallets/read-card.ts'
import { archiveWallet, listWallets, setLabel, setPrimary, toApi } from '../wallets/store.ts'
import type { World } from '../world/world.ts'

function created({ wallet, verdict }: Created) {
  return { wallet: toApi(wallet), ...(verdict === undefined ? {} : { nota: verdict }) }
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
      return { wallets: wallets.map(toApi) }
    },
    createWallet: ({ caller, body, idempotencyKey }) =>
      once(world, {
        endpoint: 'createWallet',
        kind: 'wallet',
        caller,
        key: idempotencyKey,
        body,
        run: async (claim) => created(await createWallet(world, caller, body, claim)),
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
    async patchWallet({ caller, params, body }) {
      const wallet = await ownWallet(world, caller, params.id)
      if (body.isPrimary === true) requireWhole(caller)
      await atomically(world.db, async (trx) => {
        if (body.label !== undefined) await setLabel(trx, wallet.id, body.label)
        if (body.isPrimary === true) await setPrimary(trx, wallet.accountId, wallet.id)
      })
      return { wallet: toApi(await ownWallet(world, caller, wallet.id)) }
    },
    async exportWallet({ caller, params, body, context }) {
      const wallet = await ownWallet(world, caller, params.id)
      context.audit.subject = wallet.id
      return { export: await exportWallet(world, wallet, body.passphrase) }
    },
    async deleteWallet({ caller, params }) {
      const wallet = await ownWallet(world, caller, params.id)
      if (wallet.type === 'CUSTODIAL') throw new Refusal('wallet_in_use')
      await atomically(world.db, async (trx) => {
        await archiveWallet(trx, wallet.id, world.clock.now())
        const [oldest, ...rest] = await listWallets(trx, world.keys, wallet.accountId)
        if (oldest !== undefined && ![oldest, ...rest].some((other) => other.isPrimary)) {
          await setPrimary(trx, wallet.accountId, oldest.id)
        }
      })
      return {}
    },
  } satisfies Partial<Handlers>
}
