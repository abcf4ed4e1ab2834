import type { WalletBalances } from '#shared/model/balances.ts'
import { plainToken } from '../../plain-text.ts'
import { feeLine } from '../../ui/orders/fee.ts'
import { type ReviewLine, walletLineOf } from '../../ui/orders/review-line.ts'
import { mintWords } from '../../words/en/orders/mint.ts'
import { orderWords, reviewWords } from '../../words/en/orders/order.ts'

/** How many addresses may decrypt every amount of the token, said before money goes into it; undefined where there are none, or the gateway does not know. */
export function observedText({ confidential: { token, observers = [] } }: WalletBalances): string | undefined {
  return observers.length === 0 ? undefined : mintWords.observed(plainToken(token), observers.length)
}

/** What a mint takes from a wallet and gives to it: the same amount, from then on out of sight. */
export function reviewOf(balances: WalletBalances, amount: string): ReviewLine[] {
  const { wallet, normal, confidential } = balances
  const observed = observedText(balances)
  return [
    { name: mintWords.pays, is: 'amount', amount, token: normal.token },
    { name: mintWords.gets, is: 'amount', amount, token: confidential.token },
    walletLineOf(orderWords.fields.wallet, wallet),
    feeLine(balances),
    { name: reviewWords.ledger, is: 'text', text: mintWords.ledger },
    ...(observed === undefined ? [] : [{ name: mintWords.observers, is: 'text' as const, text: observed }]),
  ]
}
