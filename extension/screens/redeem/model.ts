import type { WalletBalances } from '#shared/model/balances.ts'
import { gasLine } from '../../ui/gas-line.ts'
import { plainToken } from '../../ui/plain-text.ts'
import { type ReviewLine, walletLineOf } from '../../ui/review-line.ts'
import * as words from '../../words/en.ts'

/** What each of the two legs does, in order. */
export function legsOf({ normal, confidential }: WalletBalances): string[] {
  return [words.redeem.burn(plainToken(confidential.token)), words.redeem.payout(plainToken(normal.token))]
}

export function reviewOf(balances: WalletBalances, amount: string): ReviewLine[] {
  const { wallet, normal, confidential } = balances
  return [
    { name: words.redeem.pays, is: 'amount', amount, token: confidential.token },
    { name: words.redeem.gets, is: 'amount', amount, token: normal.token },
    walletLineOf(words.order.fields.wallet, wallet),
    gasLine(balances),
    { name: words.review.ledger, is: 'text', text: words.redeem.ledger },
  ]
}
