import type { RequestQuery } from '#shared/api/requests.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { Db } from '../db/database.ts'
import { findRequests, type PaymentRequest, requestsById } from './store.ts'
import { totalOf } from './totals-store.ts'

export type Page = { items: PaymentRequest[]; total: number }

type Filter = Omit<RequestQuery, 'page' | 'pageSize' | 'walletId'> & { walletIds: readonly string[] | null }

function narrowed(db: Db, accountId: string, { walletIds, status, externalId, from, to, ...unknown }: Filter) {
  // A filter that is not written yet does not compile.
  unknown satisfies Record<string, never>
  let rows = db.selectFrom('requests').where('accountId', '=', accountId)
  if (walletIds !== null) rows = rows.where('walletId', 'in', walletIds)
  if (status !== undefined) rows = rows.where('status', '=', status)
  if (externalId !== undefined) rows = rows.where('externalId', '=', externalId)
  if (from !== undefined) rows = rows.where('createdAt', '>=', Date.parse(from))
  if (to !== undefined) rows = rows.where('createdAt', '<=', Date.parse(to))
  return rows
}

/** Newest first. `walletIds` limits the list to what a credential reaches. */
export async function pageOfRequests(
  db: Db,
  keys: Keyring,
  accountId: string,
  walletIds: readonly string[] | null,
  { page, pageSize, walletId: _, ...query }: RequestQuery,
): Promise<Page> {
  const filter = { ...query, walletIds }
  const { status, externalId, from, to } = query
  // Totals are kept by wallet and status; a list that anything else narrows is counted.
  const isCounted = externalId !== undefined || from !== undefined || to !== undefined
  const total = isCounted ? await count(db, accountId, filter) : await totalOf(db, accountId, { walletIds, status })
  const skipped = (page - 1) * pageSize
  const size = Math.min(pageSize, total - skipped)
  if (size <= 0) return { items: [], total }
  // What is nearer to the other end is read from there: the last page costs what the first one does.
  const behind = total - skipped - size
  const order = behind < skipped ? 'asc' : 'desc'
  const rows = await narrowed(db, accountId, filter)
    .select('id')
    .orderBy('createdAt', order)
    .orderBy('id', order)
    .limit(size)
    .offset(Math.min(skipped, behind))
    .execute()
  const ids = (order === 'asc' ? rows.reverse() : rows).map(({ id }) => id)
  const found = await findRequests(db, keys, accountId, ids)
  return { items: ids.flatMap((id) => found.get(id) ?? []), total }
}

async function count(db: Db, accountId: string, filter: Filter): Promise<number> {
  const rows = narrowed(db, accountId, filter).select((e) => e.fn.countAll<number | string>().as('total'))
  return Number((await rows.executeTakeFirstOrThrow()).total)
}

const AT_ONCE = 1_000

/** IDs of all open requests at addresses of wallets, of any account; none of those that somebody has altered. */
export async function openAtWallets(db: Db, keys: Keyring): Promise<string[]> {
  const found: string[] = []
  let ids: readonly string[] = ['']
  while (ids.length > 0) {
    ids = await openAfter(db, ids.at(-1) as string)
    const requests = await requestsById(db, keys, ids)
    found.push(...ids.filter((id) => requests.get(id)?.isOwn === false))
  }
  return found
}

async function openAfter(db: Db, last: string): Promise<string[]> {
  const open = db.selectFrom('requests').select('id').where('status', '=', 'OPEN').where('id', '>', last)
  return (await open.orderBy('id').limit(AT_ONCE).execute()).map(({ id }) => id)
}
