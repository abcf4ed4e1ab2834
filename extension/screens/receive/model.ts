import type { WalletBalances } from '#shared/model/balances.ts'
import { chosenOf } from '../../ui/wallets/wallet-choice.ts'

/** The wallet to be paid at: the chosen one, else the one that was asked for, else the primary one. */
export function receiverOf(
  list: readonly WalletBalances[],
  chosen: string | undefined,
  asked: string | null,
): WalletBalances['wallet'] | undefined {
  return chosenOf(list, chosen ?? asked ?? undefined)?.wallet
}
