import { sql } from 'kysely'
import type { TransactionQuery } from '#shared/api/transactions.ts'
import type { Direction, TransactionStatus, TransactionType } from '#shared/model/transaction.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { Db } from '../db/database.ts'
import { preparedForms } from '../db/prepared.ts'
import type { TransactionRow } from '../db/schema/payment-rows.ts'
import { isListed } from '../requests/payments-store.ts'
import { type Transaction, transactionOf } from './store.ts'
import { totalOf, type Wallets, walletsIn } from './totals-store.ts'

export type Page = { items: Transaction[]; total: number }

/** The account's own calls by default: an older client sees the list that it knows. */
export function directionOf({ direction, type }: Pick<TransactionQuery, 'direction' | 'type'>): Direction {
  return direction ?? (type === 'RECEIVE' ? 'in' : 'out')
}

/** The form of a list's statement. */
type Form = { wallets: Wallets; direction: Direction; by: (keyof typeof filters)[] }

type Values = {
  accountId: string
  walletId: string
  walletIds: string[]
  type: TransactionType
  status: TransactionStatus
  externalId: string
  from: number
  to: number
}

/** The column that each filter is about, and how it is compared. */
const filters = {
  type: ['type', '='],
  status: ['status', '='],
  externalId: ['externalId', '='],
  from: ['createdAt', '>='],
  to: ['createdAt', '<='],
} as const

function narrowed(db: Db, { wallets, direction, by }: Form, at: Values) {
  let rows = db.selectFrom('transactions').where('accountId', '=', at.accountId)
  // Rows at the address of a request belong to no wallet that a list may name.
  if (wallets === 'all') rows = rows.where(isListed)
  if (wallets === 'one') rows = rows.where('walletId', '=', at.walletId)
  if (wallets === 'several') rows = rows.where('walletId', 'in', at.walletIds)
  // As the indexes say it.
  if (direction === 'in') rows = rows.where('type', '=', 'RECEIVE')
  if (direction === 'out') rows = rows.where(sql<boolean>`type <> 'RECEIVE'`)
  for (const name of by) rows = rows.where(filters[name][0], filters[name][1], at[name])
  return rows
}

const counted = (db: Db, form: Form, at: Values) =>
  narrowed(db, form, at).select((e) => e.fn.countAll<number | string>().as('total'))
const countedByForm = preparedForms(counted)

type Ordered = Form & { order: 'asc' | 'desc' }
type Cut = { skipped: number; size: number }

const cut = (db: Db, { order, ...form }: Ordered, at: Values & Cut) =>
  narrowed(db, form, at).selectAll().orderBy('createdAt', order).orderBy('id', order).limit(at.size).offset(at.skipped)
const cutByForm = preparedForms(cut)

/** Newest first. `walletIds` limits the list to what a credential reaches. */
export async function pageOfTransactions(
  db: Db,
  keys: Keyring,
  accountId: string,
  walletIds: string[] | null,
  query: TransactionQuery,
): Promise<Page> {
  const { type, status, externalId, from, to, page, pageSize, direction: _, walletId: __, ...unknown } = query
  // A filter that is not written yet does not compile.
  unknown satisfies Record<string, never>
  const direction = directionOf(query)
  const given = {
    ...{ type, status, externalId },
    from: from === undefined ? undefined : Date.parse(from),
    to: to === undefined ? undefined : Date.parse(to),
  }
  const by = (Object.keys(filters) as (keyof typeof filters)[]).filter((name) => given[name] !== undefined)
  const form: Form = { wallets: walletsIn(walletIds), direction, by }
  // Values that the form does not use are ignored.
  const at = { ...given, accountId, walletId: walletIds?.[0], walletIds } as Values

  // Totals are kept by wallet, direction, type and status; a list that anything else narrows is counted.
  const isCounted = by.some((name) => name !== 'type' && name !== 'status')
  const total = isCounted
    ? await count(db, form, at)
    : await totalOf(db, accountId, { walletIds, direction, type, status })

  const skipped = (page - 1) * pageSize
  const size = Math.min(pageSize, total - skipped)
  if (size <= 0) return { items: [], total }
  // Pages nearer to the other end are read from there: the last page costs what the first one does.
  const behind = total - skipped - size
  const order = behind < skipped ? 'asc' : 'desc'
  const found = await read(db, { ...form, order }, { ...at, size, skipped: Math.min(skipped, behind) })
  const items = found.map((row) => transactionOf(keys, row))
  return { items: order === 'asc' ? items.reverse() : items, total }
}

async function count(db: Db, form: Form, at: Values): Promise<number> {
  const rows =
    form.wallets === 'several' ? await counted(db, form, at).execute() : (await countedByForm(db, form, at)).rows
  return Number(rows[0]?.total)
}

async function read(db: Db, form: Ordered, at: Values & Cut): Promise<readonly TransactionRow[]> {
  return form.wallets === 'several' ? cut(db, form, at).execute() : (await cutByForm(db, form, at)).rows
}
