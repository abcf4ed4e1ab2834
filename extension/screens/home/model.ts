import type { WalletBalances } from '#shared/model/balances.ts'
import type { Transaction } from '#shared/model/transaction.ts'
import type { OpenIntent } from '../../intents/intent.ts'
import { isFinished, isTerminal } from '../../intents/rules.ts'

/** The wallet that the screen is about, and those that stand below it. */
export function inOrder(list: readonly WalletBalances[]): {
  primary: WalletBalances | undefined
  others: WalletBalances[]
} {
  const primary = list.find(({ wallet }) => wallet.isPrimary) ?? list[0]
  return { primary, others: list.filter((each) => each !== primary) }
}

/** So many that were made elsewhere are shown; the rest stand in the activity. */
const OTHERS = 10

/**
 * Something under way: a payment of this browser, or one that was made elsewhere with the same account. What came in is
 * there, though its amount may not be known yet.
 */
export type Moving = { is: 'payment'; payment: OpenIntent } | { is: 'transaction'; transaction: Transaction }

export function moving(payments: readonly OpenIntent[], transactions: readonly Transaction[]): Moving[] {
  const begun = payments.filter((payment) => !isFinished(payment))
  const known = new Set(payments.map(({ transactionId }) => transactionId))
  const others = transactions.filter((each) => each.type !== 'RECEIVE' && !isTerminal(each) && !known.has(each.id))
  return [
    ...begun.map((payment): Moving => ({ is: 'payment', payment })),
    ...others.slice(0, OTHERS).map((transaction): Moving => ({ is: 'transaction', transaction })),
  ]
}

export type FirstStep = { verb: 'fund' | 'mint' | 'send'; done: boolean }

/**
 * The three steps of a new wallet, and which of them are done; undefined once all are, where it cannot pay, and where
 * only a part of the payments is known.
 */
export function firstSteps(
  { wallet, normal, confidential }: WalletBalances,
  known: { list: readonly Transaction[]; total: number } | null | undefined,
): FirstStep[] | undefined {
  if (wallet.type !== 'CUSTODIAL' || known == null || known.total > known.list.length) return undefined
  const was = (...types: Transaction['type'][]) =>
    known.list.some(({ type, status }) => types.includes(type) && status !== 'FAILED')
  if (was('TRANSFER')) return undefined
  const isPrivate = was('MINT') || (confidential.amount ?? '0') !== '0'
  const isFunded = isPrivate || was('FUND', 'RECEIVE') || normal.amount !== '0'
  return [
    { verb: 'fund', done: isFunded },
    { verb: 'mint', done: isPrivate },
    { verb: 'send', done: false },
  ]
}

const RECENT = 5

/** The newest that are not under way any more. */
export function recentOf(transactions: readonly Transaction[], under: readonly Moving[]): Transaction[] {
  const shown = new Set(under.map((each) => (each.is === 'payment' ? each.payment.transactionId : each.transaction.id)))
  return transactions.filter(({ id }) => !shown.has(id)).slice(0, RECENT)
}
