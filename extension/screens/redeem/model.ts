import type { WalletBalances } from '#shared/model/balances.ts'
import { plainToken } from '../../plain-text.ts'
import { feeLine } from '../../ui/orders/fee.ts'
import { type ReviewLine, walletLineOf } from '../../ui/orders/review-line.ts'
import { orderWords, reviewWords } from '../../words/en/orders/order.ts'
import { redeemWords } from '../../words/en/orders/redeem.ts'

/** What each of the two legs does, in order. */
export function legsOf({ normal, confidential }: WalletBalances): string[] {
  return [redeemWords.burn(plainToken(confidential.token)), redeemWords.payout(plainToken(normal.token))]
}

export function reviewOf(balances: WalletBalances, amount: string): ReviewLine[] {
  const { wallet, normal, confidential } = balances
  return [
    { name: redeemWords.pays, is: 'amount', amount, token: confidential.token },
    { name: redeemWords.gets, is: 'amount', amount, token: normal.token },
    walletLineOf(orderWords.fields.wallet, wallet),
    feeLine(balances),
    { name: reviewWords.ledger, is: 'text', text: redeemWords.ledger },
  ]
}
