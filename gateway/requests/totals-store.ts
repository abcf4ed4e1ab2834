import type { RequestStatus } from '#shared/model/request.ts'
import type { Db } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { RequestTotalRow } from '../db/schema/request-rows.ts'

type Kind = Omit<RequestTotalRow, 'count'>

const add = prepared((db, row: RequestTotalRow) =>
  db
    .insertInto('requestTotals')
    .values({ accountId: row.accountId, walletId: row.walletId, status: row.status, count: row.count })
    .onConflict((conflict) =>
      conflict
        .columns(['accountId', 'walletId', 'status'])
        .doUpdateSet((e) => ({ count: e('requestTotals.count', '+', e.ref('excluded.count')) })),
    ),
)

/** Notes that there are so many more, or less, of a kind. Belongs into the database transaction that writes the row. */
export async function addToTotal(db: Db, { accountId, walletId, status }: Kind, by: number): Promise<void> {
  await add(db, { accountId, walletId, status, count: by })
}

/** How many requests of an account a list shows. */
export async function totalOf(
  db: Db,
  accountId: string,
  { walletIds, status }: { walletIds: readonly string[] | null; status?: RequestStatus | undefined },
): Promise<number> {
  let rows = db.selectFrom('requestTotals').where('accountId', '=', accountId)
  if (walletIds !== null) rows = rows.where('walletId', 'in', walletIds)
  if (status !== undefined) rows = rows.where('status', '=', status)
  const { total } = await rows
    .select((e) => e.fn.sum<number | string | null>('count').as('total'))
    .executeTakeFirstOrThrow()
  return Number(total ?? 0)
}
