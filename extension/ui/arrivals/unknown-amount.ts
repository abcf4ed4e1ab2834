import type { Transaction } from '#shared/model/transaction.ts'

/**
 * Why the gateway shows no amount: `waiting`, it will learn the amount; `sealed`, it can never read the amount; `lost`, a restore of
 * the gateway lost the amount. Undefined where the gateway shows one.
 */
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
