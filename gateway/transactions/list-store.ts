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
  const { type, status, externalId, from, to, page, pageSize, direction: _, walletId: __, ...unknown } = query
  // A filter that nobody has written yet does not compile.
  unknown satisfies Record<string, never>
  if (type !== undefined) rows = rows.where('type', '=', type)
  if (status !== undefined) rows = rows.where('status', '=', status)
  if (externalId !== undefined) rows = rows.where('externalId', '=', externalId)
  if (from !== undefined) rows = rows.where('createdAt', '>=', Date.parse(from))
  if (to !== undefined) rows = rows.where('createdAt', '<=', Date.parse(to))
  // Totals are kept by wallet, direction, type and status; a list that anything else narrows is counted.
  const isCounted = [externalId, from, to].some((value) => value !== undefined)
  const count = () => rows.select((e) => e.fn.countAll<number | string>().as('total')).executeTakeFirstOrThrow()
  const total = isCounted
    ? Number((await count()).total)
    : await totalOf(db, accountId, { ...query, walletIds, direction })

  const skipped = (page - 1) * pageSize
  const size = Math.min(pageSize, total - skipped)
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
