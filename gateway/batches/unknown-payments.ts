import { ChainUnavailable } from '../chain/port.ts'
import { accountForAll } from '../recovery/account-for-all.ts'
import { findWallet, listWallets } from '../wallets/store.ts'
import type { World } from '../world/world.ts'

/**
 * Whether the chain may have payments of an account, or of one of its wallets, that a restored database lacks, also while the chain
 * cannot be asked. Once it is false, all that nodes show are transactions again.
 */
export async function mayLackPayments(world: World, accountId: string, walletId?: string): Promise<boolean> {
  const { db, keys } = world
  const wallets =
    walletId === undefined ? await listWallets(db, keys, accountId) : [await findWallet(db, keys, accountId, walletId)]
  const senders = wallets.flatMap((wallet) => (wallet?.type === 'CUSTODIAL' ? [wallet.address] : []))
  try {
    return !(await accountForAll(world, accountId, senders))
  } catch (error) {
    if (error instanceof ChainUnavailable) return true
    throw error
  }
}
