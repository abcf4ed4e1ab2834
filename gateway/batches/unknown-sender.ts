import type { Address } from '#shared/model/ids.ts'
import { ChainUnavailable } from '../chain/port.ts'
import { accountForAll } from '../recovery/account-for-all.ts'
import { findWallet } from '../wallets/store.ts'
import type { World } from '../world/world.ts'
import type { Row } from './rows-store.ts'

/**
 * The sender of a row, while the chain may have transactions of it that a restored database lacks, of which one may be the row's.
 * Undefined once all of them are payments again: nothing was sent for a row without one.
 */
export async function unknownSender(world: World, { accountId, walletId }: Row): Promise<Address | undefined> {
  const wallet = walletId === null ? undefined : await findWallet(world.db, world.keys, accountId, walletId)
  if (wallet === undefined) return undefined
  const isKnown = await accountForAll(world, accountId, [wallet.address]).catch((error: unknown) => {
    if (error instanceof ChainUnavailable) return false
    throw error
  })
  return isKnown ? undefined : wallet.address
}
