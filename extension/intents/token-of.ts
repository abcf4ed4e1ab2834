import type { WalletBalances } from '#shared/model/balances.ts'
import type { OpenIntent } from './intent.ts'

/** The token of a payment, as its transaction or its order names it, else as the wallet's balances do. */
export function tokenOf(
  { order, transaction }: Pick<OpenIntent, 'order' | 'transaction'>,
  list: readonly WalletBalances[] | undefined,
): string | undefined {
  if (transaction !== null) return transaction.token
  if (order.verb === 'transfer') return order.token
  const balances = list?.find(({ wallet }) => wallet.id === order.walletId) ?? list?.[0]
  return order.verb === 'fund' ? balances?.normal.token : balances?.confidential.token
}
