import { sql } from 'kysely'
import type { RowStatus } from '#shared/model/batch.ts'
import type { Address } from '#shared/model/ids.ts'
import { openIfKnown } from '../../crypto/amounts.ts'
import type { Keyring, TokenHash } from '../../crypto/keyring.ts'
import type { Db } from '../../db/database.ts'

/** SQLite takes so many parameters in one statement, PostgreSQL more. */
const AT_ONCE = 500

/**
 * Rows of an account's batches that pay one of some things, made since a time, but for those that never will. `paidAt`: null of a
 * row of a draft, and `now` of one that is still to be paid.
 */
export async function rowsAlike(
  db: Db,
  accountId: string,
  alike: readonly TokenHash[],
  { since, now }: { since: number; now: number },
) {
  const found: { alike: TokenHash; batchId: string; row: number; paidAt: number | null }[] = []
  for (let start = 0; start < alike.length; start += AT_ONCE) {
    const rows = await db
      .selectFrom('batchRows as rows')
      .innerJoin('batches', 'batches.id', 'rows.batchId')
      .leftJoin('transactions as paid', 'paid.id', 'rows.id')
      .select(['rows.alike', 'rows.batchId', 'rows.row', 'rows.status', 'batches.startedAt'])
      .select(['paid.reservedAt', 'paid.createdAt'])
      .where('rows.accountId', '=', accountId)
      .where('rows.alike', 'in', alike.slice(start, start + AT_ONCE))
      .where('rows.createdAt', '>=', since)
      .where('rows.status', 'in', ['WAITING', 'PENDING', 'SETTLED'])
      .execute()
    for (const { alike, batchId, row, status, startedAt, reservedAt, createdAt } of rows) {
      const settledAt = reservedAt ?? createdAt ?? startedAt
      const paidAt = startedAt === null || status === 'SETTLED' ? settledAt : now
      if (alike !== null) found.push({ alike, batchId, row, paidAt })
    }
  }
  return found
}

/**
 * Rows of a batch that are about to be paid. `waiting`: those that wait; `failed`: IDs of those that a retry is to pay, each with
 * the ID of that retry.
 */
export type Due = {
  accountId: string
  batchId: string
  /** When the gateway last compared these rows with the account's payments. */
  since: number
  waiting: boolean
  failed: ReadonlyMap<string, string>
}

export const statusesOf = ({ waiting, failed }: Pick<Due, 'waiting' | 'failed'>) => [
  ...(waiting ? (['WAITING'] as const) : []),
  ...(failed.size > 0 ? (['FAILED'] as const) : []),
]

const isDue =
  ({ failed }: Due) =>
  ({ id, status }: { id: string; status: RowStatus }) =>
    status === 'WAITING' || failed.has(id)

/**
 * Which of these rows pay what a row of another batch pays that was started since, or what a retry in one has added since, or whose
 * payment has come back from the chain since; and of which batch.
 */
export async function alikeStartedSince(db: Db, due: Due): Promise<{ row: number; batchId: string }[]> {
  const { accountId, batchId, since } = due
  const rows = db
    .selectFrom('batchRows as own')
    .innerJoin('batchRows as other', (on) =>
      on.onRef('other.accountId', '=', 'own.accountId').onRef('other.alike', '=', 'own.alike'),
    )
    .innerJoin('batches', 'batches.id', 'other.batchId')
    .select(['own.id', 'own.row', 'own.status', 'other.batchId'])
    .distinct()
    .where('own.batchId', '=', batchId)
    .where('own.status', 'in', statusesOf(due))
    .where('own.accountId', '=', accountId)
    .where('other.batchId', '!=', batchId)
    .where('other.status', 'in', ['WAITING', 'PENDING', 'SETTLED'])
  const isStarted = sql<boolean>`(batches.started_at is not null and (batches.started_at > ${since} or other.created_at > ${since}))`
  const found = (await haveComeBack(db, due))
    ? // A restore may have lost the start of a batch: rows of a draft count too.
      rows
        .leftJoin('transactions as paid', 'paid.id', 'other.id')
        .where((e) => e.or([isStarted, e('paid.rebuiltAt', '>', since)]))
    : rows.where(isStarted)
  return (await found.execute()).filter(isDue(due))
}

/** Whether payments of the account have come back from the chain since: seldom, and a look at each row's payment takes long. */
async function haveComeBack(db: Db, { accountId, since }: Due): Promise<boolean> {
  const back = db.selectFrom('transactions').select('id').where('accountId', '=', accountId)
  const one = back.where('rebuiltAt', 'is not', null).where('rebuiltAt', '>', since).limit(1)
  return (await one.executeTakeFirst()) !== undefined
}

/** These rows, and what they pay. */
export async function dueRows(db: Db, due: Due) {
  const query = db.selectFrom('batchRows').select(['id', 'row', 'status', 'alike']).where('batchId', '=', due.batchId)
  return (await query.where('status', 'in', statusesOf(due)).execute()).filter(isDue(due))
}

/** What an account has paid to an address since a time, one by one, and did not fail. `paidAt`: `now` of what is still to be paid. */
export async function paidTo(
  db: Db,
  keys: Keyring,
  { accountId, to, since, now }: { accountId: string; to: Address; since: number; now: number },
) {
  const rows = await singles(db, accountId).where('toAddress', '=', to).where('createdAt', '>=', since).execute()
  return rows.map((row) => ({
    ...opened(keys, row),
    paidAt: row.status === 'PENDING' ? now : (row.reservedAt ?? row.createdAt),
  }))
}

/**
 * What an account has paid to anybody after a time, one by one, and did not fail, or what has come back from the chain after it. To be
 * opened one by one: there may be many.
 */
export async function paidSince(db: Db, accountId: string, since: number) {
  const all = singles(db, accountId).where(sql<boolean>`(request_id is null or request_id <> wallet_id)`)
  const made = await all.where('createdAt', '>', since).execute()
  const back = await all.where('rebuiltAt', 'is not', null).where('rebuiltAt', '>', since).execute()
  return [...made, ...back.filter(({ createdAt }) => createdAt <= since)]
}

const singles = (db: Db, accountId: string) =>
  db
    .selectFrom('transactions')
    .select(['id', 'walletId', 'toAddress', 'token', 'amount', 'externalId', 'createdAt', 'rebuiltAt'])
    .select(['status', 'reservedAt'])
    .where('accountId', '=', accountId)
    // As an index says it.
    .where('type', '!=', 'RECEIVE')
    .where('type', '=', 'TRANSFER')
    .where('status', '!=', 'FAILED')
    .where('batchId', 'is', null)

type Single = Awaited<ReturnType<typeof paidSince>>[number]

/** With its amount. `isUnnamed`: it came back from the chain, and what its `externalId` was is not known. */
export function opened(keys: Keyring, { amount, rebuiltAt, ...row }: Single) {
  const units = openIfKnown(keys, { table: 'transactions', column: 'amount', row: row.id }, amount)
  return { ...row, units, isUnnamed: rebuiltAt !== null && row.externalId === null }
}
