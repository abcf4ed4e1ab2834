import { ChainUnavailable } from '../chain/port.ts'
import { accountForAll } from '../recovery/account-for-all.ts'
import { findWallet } from '../wallets/store.ts'
import type { World } from '../world/world.ts'

/**
 * Whether the chain may have payments of some wallets that a restored database lacks, also while the chain cannot be asked. Once it
 * is false, all that nodes show are transactions again.
 */
export async function mayLackPayments(
  world: World,
  accountId: string,
  walletIds: readonly (string | null)[],
): Promise<boolean> {
  const ids = new Set(walletIds.filter((id) => id !== null))
  const wallets = await Promise.all([...ids].map((id) => findWallet(world.db, world.keys, accountId, id)))
  const senders = wallets.flatMap((wallet) => wallet?.address ?? [])
  try {
    return !(await accountForAll(world, accountId, senders))
  } catch (error) {
    if (error instanceof ChainUnavailable) return true
    throw error
  }
}
