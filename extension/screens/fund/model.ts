import { GAS_LOW } from '#shared/limits.ts'
import type { WalletBalances } from '#shared/model/balances.ts'
import { weiOf } from '../../ui/orders/fee.ts'
import { type ReviewLine, walletLineOf } from '../../ui/orders/review-line.ts'
import { fundWords } from '../../words/en/orders/fund.ts'
import { orderWords, reviewWords } from '../../words/en/orders/order.ts'

/** Whether the faucet gives gas along with the money: to wallets that pay for gas themselves and are low on it. */
export function getsGas({ wallet, eth }: WalletBalances): boolean {
  return wallet.type === 'CUSTODIAL' && weiOf(eth.amount) < weiOf(GAS_LOW)
}

export function reviewOf(balances: WalletBalances, amount: string): ReviewLine[] {
  const gas: ReviewLine = { name: orderWords.gas, is: 'text', text: fundWords.gas }
  return [
    { name: orderWords.fields.amount, is: 'amount', amount, token: balances.normal.token },
    walletLineOf(orderWords.toWallet, balances.wallet),
    { name: fundWords.paidBy, is: 'text', text: fundWords.operator },
    ...(getsGas(balances) ? [gas] : []),
    { name: reviewWords.ledger, is: 'text', text: fundWords.ledger },
  ]
}
