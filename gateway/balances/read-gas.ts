import type * as z from 'zod/mini'
import type { Gas } from '#shared/model/balances.ts'
import { formatEther } from '#shared/model/money.ts'
import type { Wallet } from '../wallets/store.ts'
import type { World } from '../world/world.ts'

/** ETH of wallets, and what a unit of gas costs now: two questions to the chain, and nothing is decrypted. */
export async function readGas(world: World, wallets: Wallet[]): Promise<z.infer<typeof Gas>> {
  const [weis, { gasPrice }] = await Promise.all([
    world.chain.readGas(wallets.map((wallet) => wallet.address)),
    world.chain.fees(),
  ])
  const gas = wallets.map(({ id, address }, index) => {
    const wei = weis[index] ?? 0n
    return { walletId: id, address, amount: formatEther(wei), wei: wei.toString() }
  })
  return { gas, gasPrice: { amount: formatEther(gasPrice), wei: gasPrice.toString() } }
}
