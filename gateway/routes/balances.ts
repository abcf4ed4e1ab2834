import { readBalances } from '../balances/read-balances.ts'
import { readGas } from '../balances/read-gas.ts'
import type { Handlers } from '../http/handlers.ts'
import { reachableWallets } from '../wallets/own-wallet.ts'
import type { World } from '../world/world.ts'

export function balanceRoutes(world: World) {
  return {
    getBalances: async ({ caller, query }) => ({
      balances: await readBalances(world, await reachableWallets(world, caller, query.walletId)),
    }),
    getGas: async ({ caller, query }) => readGas(world, await reachableWallets(world, caller, query.walletId)),
  } satisfies Partial<Handlers>
}
