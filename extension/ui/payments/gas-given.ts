import type { Transaction } from '#shared/model/transaction.ts'

/** Whether the operator gave a wallet ETH for gas before it paid: a faucet payment of no money. */
export function isGasGiven({ type, amount }: Pick<Transaction, 'type' | 'amount'>): boolean {
  return type === 'FUND' && amount === '0'
}
