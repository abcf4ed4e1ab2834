import type { WalletBalances } from '#shared/model/balances.ts'
import { gasLine } from '../../ui/gas-line.ts'
import { type ReviewLine, walletLineOf } from '../../ui/review-line.ts'
import * as words from '../../words/en.ts'
import type { Payee } from './model.ts'

export type SendReviewed = { from: WalletBalances; payee: Payee; amount: string; token: string; confidential: boolean }

/** All of a transfer, in full, as it will be ordered. */
export function reviewOf({ from, payee, amount, token, confidential }: SendReviewed): ReviewLine[] {
  const { address, label } = payee
  return [
    { name: words.order.fields.amount, is: 'amount', amount, token },
    walletLineOf(words.send.from, from.wallet),
    { name: words.send.to, is: 'party', label, address, ...noteOf(payee) },
    gasLine(from),
    { name: words.review.ledger, is: 'text', text: confidential ? words.send.hidden : words.send.open },
  ]
}

function noteOf({ own, signer }: Payee): { note?: string } {
  if (own) return { note: words.send.ownWallet }
  return signer === undefined ? {} : { note: words.send.byCard(words.verdict.signers[signer]) }
}
