import { WALLETS_MAX } from '#shared/limits.ts'
import type { WalletBalances } from '#shared/model/balances.ts'
import type { Profile } from '../../gateway/profiles.ts'

/** So many rows are drawn at once. */
export const PAGE = 50

/** The primary wallet first, the rest in the gateway's own order. */
export function listed(list: readonly WalletBalances[], shown: number): { rows: WalletBalances[]; more: number } {
  const primary = list.filter(({ wallet }) => wallet.isPrimary)
  const all = [...primary, ...list.filter(({ wallet }) => !wallet.isPrimary)]
  return { rows: all.slice(0, shown), more: Math.max(0, all.length - shown) }
}

/** Why no wallet can be added; undefined where one can. */
export function whyNotAdd(count: number, { key }: Pick<Profile, 'key'>): 'full' | 'may_not' | undefined {
  // A key for some wallets may not make others, whatever its scopes.
  if (!key.scopes.includes('manage') || key.walletIds !== null) return 'may_not'
  return count >= WALLETS_MAX ? 'full' : undefined
}
