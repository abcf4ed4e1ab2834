import type { Direction, TransactionStatus, TransactionType } from '#shared/model/transaction.ts'
import { type Db, withLongStatements } from '../db/database.ts'
import { prepared, preparedForms } from '../db/prepared.ts'
import type { TransactionTotalRow } from '../db/schema/payment-rows.ts'
import { isListed } from '../requests/payments-store.ts'

type Kind = Omit<TransactionTotalRow, 'count'>

const add = prepared((db, row: TransactionTotalRow) =>
  db
    .insertInto('transactionTotals')
    .values({ accountId: row.accountId, walletId: row.walletId, type: row.type, status: row.status, count: row.count })
    .onConflict((conflict) =>
      conflict
        .columns(['accountId', 'walletId', 'type', 'status'])
        .doUpdateSet((e) => ({ count: e('transactionTotals.count', '+', e.ref('excluded.count')) })),
    ),
)

/**
 * Notes that there are so many more, or less, of a kind. Belongs into the database transaction that writes the row: so the
 * total is exact however many processes write.
 */
export async function addToTotal(db: Db, kind: Kind, by: number): Promise<void> {
  await add(db, { ...kind, count: by })
}

export type TotalFilter = {
  walletIds: string[] | null
  direction?: Direction | undefined
  type?: TransactionType | undefined
  status?: TransactionStatus | undefined
}

/** A statement on one wallet is compiled once; there may be any number of several. */
export type Wallets = 'all' | 'one' | 'several'

export function walletsIn(walletIds: readonly string[] | null): Wallets {
  if (walletIds === null) return 'all'
  return walletIds.length === 1 ? 'one' : 'several'
}

type TotalForm = { wallets: Wallets; direction: Direction; by: ('type' | 'status')[] }
type TotalValues = {
  accountId: string
  walletId: string
  walletIds: string[]
  type: TransactionType
  status: TransactionStatus
}

function summed(db: Db, { wallets, direction, by }: TotalForm, at: TotalValues) {
  let rows = db.selectFrom('transactionTotals').where('accountId', '=', at.accountId)
  if (wallets === 'one') rows = rows.where('walletId', '=', at.walletId)
  if (wallets === 'several') rows = rows.where('walletId', 'in', at.walletIds)
  if (direction !== 'all') rows = rows.where('type', direction === 'in' ? '=' : '<>', 'RECEIVE')
  for (const name of by) rows = rows.where(name, '=', at[name])
  return rows.select((e) => e.fn.sum<number | string | null>('count').as('total'))
}
const summedByForm = preparedForms(summed)

/** How many transactions of an account a list shows. */
export async function totalOf(db: Db, accountId: string, filter: TotalFilter): Promise<number> {
  const { walletIds, direction = 'all' } = filter
  const wallets = walletsIn(walletIds)
  const by = (['type', 'status'] as const).filter((name) => filter[name] !== undefined)
  const form: TotalForm = { wallets, direction, by }
  const at = { ...filter, accountId, walletId: walletIds?.[0] } as TotalValues
  const rows = wallets === 'several' ? await summed(db, form, at).execute() : (await summedByForm(db, form, at)).rows
  return Number(rows[0]?.total ?? 0)
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

/** Kinds whose total differs from the table's rows, with the right number. Reads every row. */
export function wrongTotals(db: Db): Promise<TransactionTotalRow[]> {
  return withLongStatements(() => countAll(db))
}

async function countAll(db: Db): Promise<TransactionTotalRow[]> {
  const counted = await db
    .selectFrom('transactions')
    .select((e) => ['accountId', 'walletId', 'type', 'status', e.fn.countAll<number | string>().as('count')])
    .where(isListed)
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
