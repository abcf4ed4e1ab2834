import { sql } from 'kysely'
import type { TransactionQuery } from '#shared/api/transactions.ts'
import type { Direction } from '#shared/model/transaction.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { Db } from '../db/database.ts'
import { type Transaction, transactionOf } from './store.ts'
import { totalOf } from './totals-store.ts'

export type Page = { items: Transaction[]; total: number }

/** Calls of the account, unless told otherwise: an older client sees the list that it knows. */
export function directionOf({ direction, type }: Pick<TransactionQuery, 'direction' | 'type'>): Direction {
  return direction ?? (type === 'RECEIVE' ? 'in' : 'out')
}

/** Newest first. `walletIds` limits the list to what a credential reaches. */
export async function listTransactions(
  db: Db,
  keys: Keyring,
  accountId: string,
  walletIds: string[] | null,
  query: TransactionQuery,
): Promise<Page> {
  let rows = db.selectFrom('transactions').where('accountId', '=', accountId)
  if (walletIds !== null) rows = rows.where('walletId', 'in', walletIds)
  const direction = directionOf(query)
  // As the indexes say it.
  if (direction === 'in') rows = rows.where('type', '=', 'RECEIVE')
  if (direction === 'out') rows = rows.where(sql<boolean>`type <> 'RECEIVE'`)
  if (query.type !== undefined) rows = rows.where('type', '=', query.type)
  if (query.status !== undefined) rows = rows.where('status', '=', query.status)
  if (query.externalId !== undefined) rows = rows.where('externalId', '=', query.externalId)
  if (query.from !== undefined) rows = rows.where('createdAt', '>=', Date.parse(query.from))
  if (query.to !== undefined) rows = rows.where('createdAt', '<=', Date.parse(query.to))
  // Totals are kept by what is named first here; a list that anything else narrows is counted.
  const { walletId, type, status, direction: _, page, pageSize, ...narrowed } = query
  const isCounted = Object.values(narrowed).some((value) => value !== undefined)
  const count = () => rows.select((e) => e.fn.countAll<number | string>().as('total')).executeTakeFirstOrThrow()
  const total = isCounted
    ? Number((await count()).total)
    : await totalOf(db, accountId, { ...query, walletIds, direction })

  const skipped = (query.page - 1) * query.pageSize
  const size = Math.min(query.pageSize, total - skipped)
  if (size <= 0) return { items: [], total }
  // What is nearer to the other end is read from there: the last page costs what the first one does.
  const behind = total - skipped - size
  const order = behind < skipped ? 'asc' : 'desc'
  const found = await rows
    .selectAll()
    .orderBy('createdAt', order)
    .orderBy('id', order)
    .limit(size)
    .offset(Math.min(skipped, behind))
    .execute()
  const items = found.map((row) => transactionOf(keys, row))
  return { items: order === 'asc' ? items.reverse() : items, total }
}
