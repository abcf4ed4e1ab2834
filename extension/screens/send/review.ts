import type { WalletBalances } from '#shared/model/balances.ts'
import { feeLine } from '../../ui/orders/fee.ts'
import { type ReviewLine, walletLineOf } from '../../ui/orders/review-line.ts'
import { verdictWords } from '../../words/en/notas/verdict.ts'
import { orderWords, reviewWords } from '../../words/en/orders/order.ts'
import { sendWords } from '../../words/en/orders/send.ts'
import type { Payee } from './model.ts'

export type SendReviewed = { from: WalletBalances; payee: Payee; amount: string; token: string; confidential: boolean }

/** All of a transfer, in full, as it will be ordered. */
export function reviewOf({ from, payee, amount, token, confidential }: SendReviewed): ReviewLine[] {
  const { address, label } = payee
  return [
    { name: orderWords.fields.amount, is: 'amount', amount, token },
    walletLineOf(sendWords.from, from.wallet),
    { name: sendWords.to, is: 'party', label, address, ...noteOf(payee) },
    feeLine(from, confidential ? 'confidential' : 'normal'),
    { name: reviewWords.ledger, is: 'text', text: confidential ? sendWords.hidden : sendWords.open },
  ]
}

function noteOf({ own, contact, signer }: Payee): { note?: string } {
  if (own) return { note: sendWords.ownWallet }
  if (contact !== undefined) return { note: sendWords.contacts[contact] }
  return signer === undefined ? {} : { note: sendWords.byCard(verdictWords.signers[signer]) }
}
