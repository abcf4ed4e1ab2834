import type { WalletBalances } from '#shared/model/balances.ts'

/** Whether amounts of this token are confidential. A token that no wallet holds in public counts as such. */
export function isConfidential(token: string, balances: readonly WalletBalances[] | undefined): boolean {
  return !(balances ?? []).some(({ normal }) => normal.token === token)
}
