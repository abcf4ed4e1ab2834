import { formatEther } from '#shared/model/money.ts'
import { Refusal } from '#shared/refusals.ts'
import { readBalances } from '../balances/read-balances.ts'
import type { Handlers } from '../http/handlers.ts'
import { reachableWallets } from '../wallets/own-wallet.ts'
import type { World } from '../world/world.ts'

export function balanceRoutes(world: World) {
  return {
    async getBalances({ caller, query }) {
      const wallets = await reachableWallets(world, caller, query.walletId)
      if (wallets.length === 0) throw new Refusal('not_found', { message: 'This account has no wallet yet.' })
      return { balances: await readBalances(world, wallets) }
    },
    async getGas({ caller, query }) {
      const wallets = await reachableWallets(world, caller, query.walletId)
      const [weis, { gasPrice }] = await Promise.all([
        world.chain.readGas(wallets.map((wallet) => wallet.address)),
        world.chain.fees(),
      ])
      const gas = wallets.map(({ id, address }, index) => {
        const wei = weis[index] ?? 0n
        return { walletId: id, address, amount: formatEther(wei), wei: wei.toString() }
      })
      return { gas, gasPrice: { amount: formatEther(gasPrice), wei: gasPrice.toString() } }
    },
  } satisfies Partial<Handlers>
}
