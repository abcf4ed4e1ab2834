import type { Transaction } from '#shared/model/transaction.ts'

/** Why there is no amount: it comes by itself, is sealed for good, or was lost by a restore. Undefined where there is one. */
export type UnknownAmount = 'waiting' | 'sealed' | 'lost'

export function unknownAmount({
  amount,
  waitingFor,
  rebuiltAt,
}: Pick<Transaction, 'amount' | 'waitingFor' | 'rebuiltAt'>): UnknownAmount | undefined {
  if (amount !== null) return undefined
  if (waitingFor !== null) return 'waiting'
  return rebuiltAt === undefined ? 'sealed' : 'lost'
}
