import type { RowQuery } from '#shared/api/batches.ts'
import type { Batch as Answer, BatchRow } from '#shared/model/batch.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Caller } from '../auth/caller.ts'
import { findTransactions, type Transaction } from '../transactions/store.ts'
import { nextTurn } from '../world/next-turn.ts'
import type { World } from '../world/world.ts'
import { type Row, rowsAfter } from './rows-store.ts'
import { type Batch, findBatch, listBatches } from './store.ts'
import { progressOf, rowsOf } from './totals.ts'

/** A batch named in a path; foreign and unknown are the same. */
export async function ownBatch({ db, keys }: World, { account }: Caller, id: string): Promise<Batch> {
  const batch = await findBatch(db, keys, account.id, id)
  if (batch === undefined) throw new Refusal('not_found')
  return batch
}

export const ownBatches = ({ db, keys }: World, { account }: Caller, page: { page: number; pageSize: number }) =>
  listBatches(db, keys, account.id, page)

/** A page of the rows of a batch, with what became of them. */
export async function ownRows(world: World, caller: Caller, id: string, query: RowQuery) {
  const { page, pageSize, status } = query
  const { totals, rowCount } = await ownBatch(world, caller, id)
  const total = status === undefined ? rowCount : rowsOf(totals, status)
  const at = { after: 0, most: pageSize, skipped: (page - 1) * pageSize, status }
  return { items: await answersOf(world, caller, await rowsAfter(world.db, world.keys, id, at)), total }
}

/** Rows of a batch that are read at a time: a file of all of them is written piece by piece. */
const PIECE = 200

/** All rows of a batch with what became of them, in pieces: other requests get their turn in between. */
export async function* allRows(world: World, caller: Caller, id: string): AsyncGenerator<BatchRow> {
  for (let after = 0; ; ) {
    const rows = await rowsAfter(world.db, world.keys, id, { after, most: PIECE })
    yield* await answersOf(world, caller, rows)
    const last = rows.at(-1)
    if (last === undefined || rows.length < PIECE) return
    after = last.row
    await nextTurn()
  }
}

async function answersOf({ db, keys }: World, { account }: Caller, rows: readonly Row[]): Promise<BatchRow[]> {
  const begun = rows.filter(({ status }) => status !== 'INVALID' && status !== 'WAITING').map(({ id }) => id)
  const transactions = await findTransactions(db, keys, account.id, begun)
  return rows.map((row) => rowAnswer(row, transactions.get(row.id)))
}

function rowAnswer(row: Row, transaction: Transaction | undefined): BatchRow {
  const { given } = row
  const isFailed = row.status === 'FAILED' || row.status === 'INVALID'
  return {
    row: row.row,
    line: row.line,
    status: row.status,
    walletId: row.walletId ?? given.walletId ?? null,
    amount: given.amount ?? null,
    token: row.token ?? given.token ?? null,
    to: row.to,
    externalId: given.externalId ?? null,
    memo: given.memo ?? null,
    name: given.name ?? null,
    transactionId: transaction?.id ?? null,
    txHash: transaction?.txHash ?? null,
    error: isFailed ? (row.error ?? transaction?.error ?? null) : null,
    retryOf: row.retryOf,
    retriedAs: row.retriedAs,
  }
}

/** The batch as the API shows it. */
export function batchAnswer(batch: Batch): Answer {
  const { id, name, status, reason, rowCount, totals, report, createdAt, updatedAt, startedAt, endedAt } = batch
  const time = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  return {
    ...{ id, name, status, reason, report },
    rows: rowCount,
    progress: progressOf(totals),
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    startedAt: time(startedAt),
    endedAt: time(endedAt),
  }
}
