import { findAccountByEmail } from '../accounts/store.ts'
import type { Caller } from '../auth/caller.ts'
import { walletKeys } from '../chain/live/wallet-keys.ts'
import { readConfig } from '../config/config.ts'
import { createWallet } from '../wallets/create-wallet.ts'
import { type DerivedWallet, deriveWallet } from '../wallets/derive-wallet.ts'
import type { World } from '../world/world.ts'
import { openInstalled, type Store } from './open-store.ts'
import { EMAIL, env } from './server-admin-fixture.ts'

// Wallets of an installation on disk, without a gateway.

/** Works on a data folder as it stands now. */
export async function inStore<T>(work: (store: Store) => Promise<T>, more: Record<string, string> = {}): Promise<T> {
  const store = await openInstalled(readConfig(env(more)))
  try {
    return await work(store)
  } finally {
    await store.db.destroy()
  }
}

export const worldOf = (store: Store) => ({ ...store, chain: { wallets: walletKeys } }) as unknown as World

/** One new custodial wallet of the account. */
export function newWallet(more: Record<string, string> = {}): Promise<{ id: string; address: string }> {
  return inStore(async (store) => {
    const account = await findAccountByEmail(store.db, store.keys, EMAIL)
    return (await createWallet(worldOf(store), { account } as Caller, { type: 'custodial' })).wallet
  }, more)
}

/** All that a thief derives who has a data folder and its master key: so many of the account from each seed that is in it. */
export function derivable(count: number, more: Record<string, string> = {}): Promise<DerivedWallet[]> {
  return inStore(async (store) => {
    const account = await findAccountByEmail(store.db, store.keys, EMAIL)
    const accountId = account?.id ?? ''
    const seeds = Array.from({ length: store.keys.walletSeed() }, (_, index) => index + 1)
    return seeds.flatMap((generation) =>
      Array.from({ length: count }, (_, index) => deriveWallet(worldOf(store), { accountId, generation, index })),
    )
  }, more)
}
