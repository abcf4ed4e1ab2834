import * as z from 'zod/mini'
import type { TransactionQuery } from '#shared/api/transactions.ts'
import { Direction, type Transaction, TransactionStatus, TransactionType } from '#shared/model/transaction.ts'

/** What the list is narrowed down to. Days are those of the reader's own calendar, as a date field gives them. */
export const Filters = z.strictObject({
  /** '' is both. */
  direction: z.union([Direction, z.literal('')]),
  walletId: z.string(),
  type: z.union([TransactionType, z.literal('')]),
  status: z.union([TransactionStatus, z.literal('')]),
  from: z.string(),
  to: z.string(),
  externalId: z.string(),
  /** What is sought among those that were read; the gateway is not asked for it. */
  search: z.string(),
})
export type Filters = z.infer<typeof Filters>

export const noFilters: Filters = {
  direction: '',
  walletId: '',
  type: '',
  status: '',
  from: '',
  to: '',
  externalId: '',
  search: '',
}

export function filtersSet(filters: Filters): number {
  return Object.values(filters).filter((value) => value.trim() !== '').length
}

type Query = Omit<Partial<TransactionQuery>, 'page' | 'pageSize'>

/** The filters as the API asks for them: a day begins at its midnight here, and ends with its last millisecond. */
export function queryOf({ direction, walletId, type, status, from, to, externalId }: Filters): Query {
  const begin = dayAt(from, 0)
  const end = dayAt(to, 1)
  const reference = externalId.trim()
  return {
    direction: direction === '' ? 'all' : direction,
    ...(walletId === '' ? {} : { walletId }),
    ...(type === '' ? {} : { type }),
    ...(status === '' ? {} : { status }),
    ...(begin === undefined ? {} : { from: begin.toISOString() }),
    ...(end === undefined ? {} : { to: new Date(end.getTime() - 1).toISOString() }),
    ...(reference === '' ? {} : { externalId: reference }),
  }
}

/** Midnight of a day, or of so many days later; days have 23, 24 or 25 hours. */
function dayAt(day: string, later: number): Date | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? []
  if (year === undefined || month === undefined || date === undefined) return undefined
  const midnight = new Date(Number(year), Number(month) - 1, Number(date) + later)
  return Number.isNaN(midnight.getTime()) ? undefined : midnight
}

/** Which way its money went, as the API sees it: calls of the account are out, what others paid is in. */
export function directionOf({ type }: Pick<Transaction, 'type'>): 'in' | 'out' {
  return type === 'RECEIVE' ? 'in' : 'out'
}

/** Whether a transaction passes, as the gateway would say: for those kept in this browser while it is away. */
export function passes(transaction: Transaction, filters: Filters): boolean {
  const query = queryOf(filters)
  const created = Date.parse(transaction.createdAt)
  return (
    (query.direction === 'all' || query.direction === directionOf(transaction)) &&
    (query.walletId === undefined || transaction.walletId === query.walletId) &&
    (query.type === undefined || transaction.type === query.type) &&
    (query.status === undefined || transaction.status === query.status) &&
    (query.externalId === undefined || transaction.externalId === query.externalId) &&
    (query.from === undefined || created >= Date.parse(query.from)) &&
    (query.to === undefined || created <= Date.parse(query.to))
  )
}
