import { Refusal } from '#shared/refusal.ts'
import { requireWhole } from '../auth/authorize.ts'
import type { Caller } from '../auth/caller.ts'
import { atomically } from '../db/database.ts'
import type { World } from '../world/world.ts'
import { archiveWallet } from './archive-store.ts'
import { listWallets, setPrimary, type Wallet } from './store.ts'

/**
 * Stops watching a wallet. A custodial one stays, since its key may hold money; of those left, one is primary. A caller that is
 * limited to some wallets cannot make another one the primary wallet.
 */
export async function archiveExternal(world: World, caller: Caller, wallet: Wallet): Promise<void> {
  if (wallet.type === 'CUSTODIAL') throw new Refusal('wallet_in_use')
  await atomically(world.db, async (trx) => {
    await archiveWallet(trx, wallet.id, world.clock.now())
    const [oldest, ...rest] = await listWallets(trx, world.keys, wallet.accountId)
    if (oldest === undefined || [oldest, ...rest].some((other) => other.isPrimary)) return
    requireWhole(caller)
    await setPrimary(trx, wallet.accountId, oldest.id)
  })
}
