import type { Transaction } from '#shared/model/transaction.ts'

/** Why there is no amount: it comes by itself, or is sealed for good. Undefined where there is one. */
export type UnknownAmount = 'waiting' | 'sealed'

export function unknownAmount({
  amount,
  waitingFor,
}: Pick<Transaction, 'amount' | 'waitingFor'>): UnknownAmount | undefined {
  if (amount !== null) return undefined
  return waitingFor === null ? 'sealed' : 'waiting'
}
