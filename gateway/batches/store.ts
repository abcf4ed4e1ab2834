import { sql } from 'kysely'
import type { Batch as Answer, BatchReport, BatchStatus } from '#shared/model/batch.ts'
import { openText, sealText } from '../crypto/amounts.ts'
import type { Keyring, Place } from '../crypto/keyring.ts'
import type { Db } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { BatchStoredRow } from '../db/schema/batch-rows.ts'
import { openUnaltered } from '../db/sealed/open-unaltered.ts'
import { AlteredRow } from '../db/sealed/row-macs.ts'
import { append } from '../outbox/store.ts'
import { type Totals, totalsIn, totalsText } from './totals.ts'

type Content = { accountId: string; name: string | null; messageId: string | null; report: BatchReport }
export type Reason = NonNullable<Answer['reason']>
/** In whose name a batch is paid. */
export type Payer = { type: 'session' | 'api_key'; id: string }

export type Batch = Content &
  Pick<BatchStoredRow, 'id' | 'status' | 'rowCount' | 'createdAt' | 'updatedAt' | 'startedAt' | 'endedAt'> & {
    totals: Totals
    reason: Reason | null
    payer: Payer | undefined
  }

const placeOf = (column: 'content' | 'totals' | 'reason', row: string): Place => ({ table: 'batches', column, row })

/** Throws `AlteredRow` where somebody else than this gateway says whose batch it is. */
function batchOf(keys: Keyring, row: BatchStoredRow): Batch {
  const content = JSON.parse(openText(keys, placeOf('content', row.id), row.content)) as Content
  if (content.accountId !== row.accountId) throw new AlteredRow('batches', row.id)
  const { id, status, rowCount, createdAt, updatedAt, startedAt, endedAt, credentialType, credentialId } = row
  const payer =
    credentialType === null || credentialId === null ? undefined : { type: credentialType, id: credentialId }
  const reason = row.reason === null ? null : (JSON.parse(openText(keys, placeOf('reason', id), row.reason)) as Reason)
  const totals = openTotals(keys, row)
  return { ...content, id, status, rowCount, createdAt, updatedAt, startedAt, endedAt, totals, reason, payer }
}

function openTotals(keys: Keyring, { id, totals }: Pick<BatchStoredRow, 'id' | 'totals'>): Totals {
  return totalsIn(openText(keys, placeOf('totals', id), totals))
}

const sealTotals = (keys: Keyring, id: string, totals: Totals) =>
  sealText(keys, placeOf('totals', id), totalsText(totals))

export type NewBatchRow = Content & { id: string; rowCount: number; totals: Totals; now: number }

/** Belongs into the database transaction that stores its rows. */
export async function insertBatch(db: Db, keys: Keyring, batch: NewBatchRow): Promise<void> {
  const { id, accountId, name, messageId, report, rowCount, totals, now } = batch
  await db
    .insertInto('batches')
    .values({
      id,
      accountId,
      status: 'DRAFT',
      content: sealText(keys, placeOf('content', id), JSON.stringify({ accountId, name, messageId, report })),
      totals: sealTotals(keys, id, totals),
      reason: null,
      credentialType: null,
      credentialId: null,
      rowCount,
      createdAt: now,
      updatedAt: now,
      startedAt: null,
      endedAt: null,
    })
    .execute()
  await append(db, [newsOf({ id, accountId }, 'DRAFT')], now)
}

const newsOf = ({ id, accountId }: Pick<Batch, 'id' | 'accountId'>, status: BatchStatus) =>
  ({ accountId, kind: 'batch', subject: id, walletId: '', status }) as const

export async function findBatch(db: Db, keys: Keyring, accountId: string, id: string): Promise<Batch | undefined> {
  const rows = db.selectFrom('batches').selectAll().where('id', '=', id).where('accountId', '=', accountId)
  const row = await rows.executeTakeFirst()
  return row && batchOf(keys, row)
}

/** Newest first. */
export async function listBatches(
  db: Db,
  keys: Keyring,
  accountId: string,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ items: Batch[]; total: number }> {
  const own = db.selectFrom('batches').where('accountId', '=', accountId)
  const { total } = await own.select((e) => e.fn.countAll<number | string>().as('total')).executeTakeFirstOrThrow()
  const rows = await own
    .selectAll()
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { items: rows.map((row) => batchOf(keys, row)), total: Number(total) }
}

const running = prepared((db, _: object) =>
  db
    .selectFrom('batches')
    .selectAll()
    // As the index says it, which holds only these rows.
    .where(sql<boolean>`status = 'RUNNING'`)
    .orderBy('createdAt')
    .orderBy('id'),
)

/** Those that are being paid, of all accounts, the oldest first. */
export async function listRunning(db: Db, keys: Keyring, altered: (id: string) => void): Promise<Batch[]> {
  const { rows } = await running(db, {})
  return openUnaltered(rows, (row) => batchOf(keys, row), altered)
}

export type BatchChange = {
  from: readonly BatchStatus[]
  to: BatchStatus
  payer?: Payer
  reason?: Reason | null
  now: number
}

/** Compare-and-set, with the news of it. False where the batch is in none of those states by now. Belongs into a database transaction. */
export async function moveBatch(
  db: Db,
  keys: Keyring,
  batch: Pick<Batch, 'id' | 'accountId'>,
  { from, to, payer, reason = null, now }: BatchChange,
): Promise<boolean> {
  const isEnded = to === 'DONE' || to === 'CANCELLED'
  const { numUpdatedRows } = await db
    .updateTable('batches')
    .set({
      status: to,
      updatedAt: now,
      reason: reason === null ? null : sealText(keys, placeOf('reason', batch.id), JSON.stringify(reason)),
      endedAt: isEnded ? now : null,
      ...(payer === undefined ? {} : { credentialType: payer.type, credentialId: payer.id }),
      ...(from.includes('DRAFT') && to === 'RUNNING' ? { startedAt: now } : {}),
    })
    .where('id', '=', batch.id)
    .where('status', 'in', from)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  await append(db, [newsOf(batch, to)], now)
  return true
}

/** Changes what the rows of a batch come to, and its number of rows. Belongs into the database transaction that changes them. */
export async function changeTotals(
  db: Db,
  keys: Keyring,
  id: string,
  change: (totals: Totals) => Totals,
  { moreRows = 0, now }: { moreRows?: number; now: number },
): Promise<void> {
  // Written first, so that no other transaction reads the same sums.
  const before = await db
    .updateTable('batches')
    .set((e) => ({ updatedAt: now, rowCount: e('rowCount', '+', moreRows) }))
    .where('id', '=', id)
    .returning(['id', 'totals'])
    .executeTakeFirstOrThrow()
  const totals = sealTotals(keys, id, change(openTotals(keys, before)))
  await db.updateTable('batches').set({ totals }).where('id', '=', id).execute()
}
