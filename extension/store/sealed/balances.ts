import * as z from 'zod/mini'
import { WalletBalances } from '#shared/model/balances.ts'
import { sealedStore } from './sealed-store.ts'

const store = sealedStore('balances', z.array(WalletBalances))

export async function keepBalances(
  key: CryptoKey,
  profileId: string,
  balances: WalletBalances[],
  now: number,
): Promise<void> {
  await store.put(key, profileId, [{ id: 'all', at: now, value: balances }])
}

/** The balances as they were last read, for the time until the gateway answers. */
export async function keptBalances(
  key: CryptoKey,
  profileId: string,
): Promise<{ list: WalletBalances[]; at: number } | null> {
  const entry = await store.get(key, profileId, 'all')
  return entry === undefined ? null : { list: entry.value, at: entry.at }
}
