import type { WalletBalances } from '#shared/model/balances.ts'
import { gasLine } from '../../ui/gas-line.ts'
import { type ReviewLine, walletLineOf } from '../../ui/review-line.ts'
import * as words from '../../words/en.ts'

/** What a mint takes from a wallet and gives to it: the same amount, from then on out of sight. */
export function reviewOf(balances: WalletBalances, amount: string): ReviewLine[] {
  const { wallet, normal, confidential } = balances
  return [
    { name: words.mint.pays, is: 'amount', amount, token: normal.token },
    { name: words.mint.gets, is: 'amount', amount, token: confidential.token },
    walletLineOf(words.order.fields.wallet, wallet),
    gasLine(balances),
    { name: words.review.ledger, is: 'text', text: words.mint.ledger },
  ]
}
