import type { RowField, RowStatus } from '#shared/model/batch.ts'
import type { Address } from '#shared/model/ids.ts'
import { openText, sealText } from '../crypto/amounts.ts'
import type { Keyring, Place, TokenHash } from '../crypto/keyring.ts'
import type { Db } from '../db/database.ts'
import type { BatchRowRow } from '../db/schema/batch-rows.ts'
import { AlteredRow } from '../db/sealed/row-macs.ts'
import { rowId } from './identity.ts'
import type { Counted } from './totals.ts'

/** A row of a batch. `given`: as it was written; the rest is null where that has a flaw. */
type Content = {
  accountId: string
  line: number | null
  given: Partial<Record<RowField, string>>
  token: string | null
  units: bigint | null
  to: Address | null
  /** The failed row that it is tried again for, and how often that was tried before. */
  retryOf: number | null
  tries: number
}

export type Row = Content &
  Pick<BatchRowRow, 'id' | 'batchId' | 'row' | 'walletId' | 'status' | 'retriedAs'> & { error: string | null }

export type NewRow = Row & { alike: TokenHash | null; createdAt: number }

const placeOf = (column: 'content' | 'error', row: string): Place => ({ table: 'batch_rows', column, row })

/**
 * Throws `AlteredRow` where somebody else than this gateway says whose row it is, or which: wallet, and number but of a retry, stand
 * beside what is sealed, and with others a row would be paid under another key, perhaps once more.
 */
export function rowOf(keys: Keyring, row: BatchRowRow): Row {
  const { units, ...content } = JSON.parse(openText(keys, placeOf('content', row.id), row.content)) as Omit<
    Content,
    'units'
  > & { units: string | null }
  const { id, batchId, walletId, status, retriedAs } = row
  const error = row.error === null ? null : openText(keys, placeOf('error', id), row.error)
  const opened: Row = {
    ...content,
    ...{ id, batchId, row: row.row, walletId, status, retriedAs, error },
    units: units === null ? null : BigInt(units),
  }
  if (content.accountId !== row.accountId || rowId(keys, row.accountId, opened) !== id)
    throw new AlteredRow('batchRows', id)
  return opened
}

/** As it is stored. */
export function sealRow(keys: Keyring, { alike, createdAt, ...row }: NewRow): BatchRowRow {
  const { id, batchId, walletId, status, retriedAs, error, ...content } = row
  const { row: number, ...sealed } = content
  const text = JSON.stringify(sealed, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  return {
    ...{ id, batchId, row: number, accountId: row.accountId, walletId, status, alike, retriedAs, createdAt },
    content: sealText(keys, placeOf('content', id), text),
    error: error === null ? null : sealText(keys, placeOf('error', id), error),
  }
}

/** Values of a statement: SQLite takes some thirty thousand. */
const AT_ONCE = 500

export async function insertRows(db: Db, rows: readonly BatchRowRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += AT_ONCE)
    await db
      .insertInto('batchRows')
      .values(rows.slice(start, start + AT_ONCE))
      .execute()
}

/** In their order, those after a number. */
export async function rowsAfter(
  db: Db,
  keys: Keyring,
  batchId: string,
  {
    after,
    most,
    status,
    skipped = 0,
  }: { after: number; most: number; status?: RowStatus | undefined; skipped?: number },
): Promise<Row[]> {
  let rows = db.selectFrom('batchRows').selectAll().where('batchId', '=', batchId).where('row', '>', after)
  if (status !== undefined) rows = rows.where('status', '=', status)
  const found = await rows.orderBy('row').limit(most).offset(skipped).execute()
  return found.map((row) => rowOf(keys, row))
}

/** Compare-and-set. Belongs into the database transaction that changes the sums of its batch. */
export async function moveRow(
  db: Db,
  keys: Keyring,
  id: string,
  from: readonly RowStatus[],
  to: RowStatus,
  error: string | null = null,
): Promise<boolean> {
  const sealed = error === null ? null : sealText(keys, placeOf('error', id), error)
  const set = db.updateTable('batchRows').set({ status: to, error: sealed }).where('id', '=', id)
  const { numUpdatedRows } = await set.where('status', 'in', from).executeTakeFirst()
  return numUpdatedRows === 1n
}

/** All rows of a batch that wait. */
export async function cancelWaiting(db: Db, batchId: string): Promise<void> {
  await db
    .updateTable('batchRows')
    .set({ status: 'CANCELLED' })
    .where('batchId', '=', batchId)
    .where('status', '=', 'WAITING')
    .execute()
}

/** Whether a batch is being paid now in the name of a credential, as the database transaction sees it that asks. */
export async function isRunning(db: Db, batchId: string, credentialId: string): Promise<boolean> {
  const row = db.selectFrom('batches').select(['status', 'credentialId']).where('id', '=', batchId)
  const now = await row.executeTakeFirst()
  return now?.status === 'RUNNING' && now.credentialId === credentialId
}

/** Notes which row a retry has made of a failed one. False where another retry has. */
export async function noteRetry(db: Db, id: string, retriedAs: number): Promise<boolean> {
  const set = db.updateTable('batchRows').set({ retriedAs }).where('id', '=', id)
  const { numUpdatedRows } = await set.where('status', '=', 'FAILED').where('retriedAs', 'is', null).executeTakeFirst()
  return numUpdatedRows === 1n
}

/** What a row counts for in the sums of its batch. */
export const countedOf = ({ token, units }: Row): Counted => ({ token, units })
