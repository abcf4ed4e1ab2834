import type { Direction, TransactionStatus, TransactionType } from '#shared/model/transaction.ts'
import type { Db } from '../db/database.ts'
import type { TransactionTotalRow } from '../db/schema/payment-rows.ts'

type Kind = Omit<TransactionTotalRow, 'count'>

/**
 * Notes that there are so many more, or less, of a kind. Belongs into the database transaction that writes the row: so the
 * total is exact however many processes write.
 */
export async function addToTotal(db: Db, kind: Kind, by: number): Promise<void> {
  await db
    .insertInto('transactionTotals')
    .values({ ...kind, count: by })
    .onConflict((conflict) =>
      conflict
        .columns(['accountId', 'walletId', 'type', 'status'])
        .doUpdateSet((e) => ({ count: e('transactionTotals.count', '+', by) })),
    )
    .execute()
}

export type TotalFilter = {
  walletIds: string[] | null
  direction?: Direction | undefined
  type?: TransactionType | undefined
  status?: TransactionStatus | undefined
}

/** How many transactions of an account a list shows. */
export async function totalOf(
  db: Db,
  accountId: string,
  { walletIds, direction = 'all', type, status }: TotalFilter,
): Promise<number> {
  let rows = db.selectFrom('transactionTotals').where('accountId', '=', accountId)
  if (walletIds !== null) rows = rows.where('walletId', 'in', walletIds)
  if (direction !== 'all') rows = rows.where('type', direction === 'in' ? '=' : '<>', 'RECEIVE')
  if (type !== undefined) rows = rows.where('type', '=', type)
  if (status !== undefined) rows = rows.where('status', '=', status)
  const { total } = await rows
    .select((e) => e.fn.sum<number | string | null>('count').as('total'))
    .executeTakeFirstOrThrow()
  return Number(total ?? 0)
}

export type KindTotal = { type: TransactionType; status: TransactionStatus; count: number }

/** How many there are of each kind, of all accounts together. */
export async function totalsByKind(db: Db): Promise<KindTotal[]> {
  const rows = await db
    .selectFrom('transactionTotals')
    .select((e) => ['type', 'status', e.fn.sum<number | string>('count').as('count')])
    .groupBy(['type', 'status'])
    .execute()
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

/** Kinds whose total is not what is in the table, by the right number. Reads every row. */
export async function wrongTotals(db: Db): Promise<TransactionTotalRow[]> {
  const counted = await db
    .selectFrom('transactions')
    .select((e) => ['accountId', 'walletId', 'type', 'status', e.fn.countAll<number | string>().as('count')])
    .groupBy(['accountId', 'walletId', 'type', 'status'])
    .execute()
  const right = new Map(counted.map((row) => [nameOf(row), { ...row, count: Number(row.count) }]))
  const kept = await db.selectFrom('transactionTotals').selectAll().execute()
  for (const row of kept) {
    const known = right.get(nameOf(row))
    if (known === undefined) right.set(nameOf(row), { ...row, count: 0 })
    if (Number(row.count) === (known?.count ?? 0)) right.delete(nameOf(row))
  }
  return [...right.values()]
}

const nameOf = ({ accountId, walletId, type, status }: Kind) => [accountId, walletId, type, status].join(' ')

/** Sets totals right. Only while nothing else writes: within a transaction that takes the write lock first. */
export async function setTotals(db: Db, rows: TransactionTotalRow[]): Promise<void> {
  for (const row of rows) {
    await db
      .insertInto('transactionTotals')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['accountId', 'walletId', 'type', 'status']).doUpdateSet({ count: row.count }),
      )
      .execute()
  }
}
