import type { WalletChange } from '#shared/api/wallets.ts'
import { requireWhole } from '../auth/authorize.ts'
import type { Caller } from '../auth/caller.ts'
import { atomically } from '../db/database.ts'
import type { World } from '../world/world.ts'
import { ownWallet } from './own-wallet.ts'
import { setLabel, setPrimary, type Wallet } from './store.ts'

/** Names a wallet anew, or makes it the primary one: that concerns the whole account, so a limited key may not. */
export async function changeWallet(world: World, caller: Caller, id: string, change: WalletChange): Promise<Wallet> {
  const wallet = await ownWallet(world, caller, id)
  if (change.isPrimary === true) requireWhole(caller)
  await atomically(world.db, async (trx) => {
    if (change.label !== undefined) await setLabel(trx, wallet.id, change.label)
    if (change.isPrimary === true) await setPrimary(trx, wallet.accountId, wallet.id)
  })
  return ownWallet(world, caller, wallet.id)
}
