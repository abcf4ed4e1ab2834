import { GAS_LOW } from '#shared/limits.ts'
import type { WalletBalances } from '#shared/model/balances.ts'
import { type ReviewLine, walletLineOf } from '../../ui/review-line.ts'
import * as words from '../../words/en.ts'

/** Whether the faucet gives gas along with the money: to wallets that pay for gas themselves and are low on it. */
export function getsGas({ wallet, eth }: WalletBalances): boolean {
  return wallet.type === 'CUSTODIAL' && weiOf(eth.amount) < weiOf(GAS_LOW)
}

const ETHER_DECIMALS = 18

function weiOf(ether: string): bigint {
  const [whole = '0', fraction = ''] = ether.split('.')
  return BigInt(whole + fraction.padEnd(ETHER_DECIMALS, '0'))
}

export function reviewOf(balances: WalletBalances, amount: string): ReviewLine[] {
  const gas: ReviewLine = { name: words.order.gas, is: 'text', text: words.fund.gas }
  return [
    { name: words.order.fields.amount, is: 'amount', amount, token: balances.normal.token },
    walletLineOf(words.order.toWallet, balances.wallet),
    { name: words.fund.paidBy, is: 'text', text: words.fund.operator },
    ...(getsGas(balances) ? [gas] : []),
    { name: words.review.ledger, is: 'text', text: words.fund.ledger },
  ]
}
