import { sql } from 'kysely'
import type { Keyring } from '../../crypto/keyring.ts'
import type { Db } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { openUnaltered } from '../../db/sealed/open-unaltered.ts'
import { type Row, rowOf } from '../rows-store.ts'

/** Told the ID of each row that somebody has altered, which is left out. */
type Altered = (id: string) => void

const isWaiting = sql<boolean>`status = 'WAITING'`
const isPending = sql<boolean>`batch_rows.status = 'PENDING'`

const walletsWaiting = prepared((db, at: { batchId: string }) =>
  db.selectFrom('batchRows').select('walletId').distinct().where('batchId', '=', at.batchId).where(isWaiting),
)

/** Wallets that rows of a batch still wait to be paid from. */
export async function waitingWallets(db: Db, batchId: string): Promise<string[]> {
  const { rows } = await walletsWaiting(db, { batchId })
  return rows.flatMap(({ walletId }) => walletId ?? [])
}

type Wanted = { batchId: string; walletId: string; most: number }

const firstWaiting = prepared((db, at: Wanted) =>
  db
    .selectFrom('batchRows')
    .selectAll()
    .where('batchId', '=', at.batchId)
    .where('walletId', '=', at.walletId)
    .where(isWaiting)
    .orderBy('row')
    .limit(at.most),
)

/** Rows that wait, of one wallet, in their order. */
export async function waitingRows(db: Db, keys: Keyring, wanted: Wanted, altered: Altered) {
  const { rows } = await firstWaiting(db, wanted)
  return openUnaltered(rows, (row) => rowOf(keys, row), altered)
}

const underway = prepared((db, at: { walletId: string }) =>
  db
    .selectFrom('batchRows')
    .innerJoin('transactions', 'transactions.id', 'batchRows.id')
    .select('batchRows.id')
    .where('batchRows.walletId', '=', at.walletId)
    .where(isPending)
    .where('transactions.status', 'in', ['PENDING', 'SETTLING'])
    .where(sql<boolean>`transactions.waiting_for <> 'approval'`),
)

/** IDs of rows of a wallet, in whatever batch, whose payments are under way on the chain: one that waits for a person is not. */
export async function underwayRows(db: Db, walletId: string): Promise<string[]> {
  return (await underway(db, { walletId })).rows.map(({ id }) => id)
}

const ended = prepared((db, at: { most: number }) =>
  db
    .selectFrom('batchRows')
    .innerJoin('transactions', 'transactions.id', 'batchRows.id')
    .selectAll('batchRows')
    .select('transactions.status as ended')
    .where(isPending)
    .where('transactions.status', 'in', ['SETTLED', 'FAILED'])
    .limit(at.most),
)

export type Ended = { row: Row; to: 'SETTLED' | 'FAILED' }

/** Rows whose payments have ended, and which do not say so yet. */
export async function endedRows(db: Db, keys: Keyring, most: number, altered: Altered): Promise<Ended[]> {
  const { rows } = await ended(db, { most })
  const open = ({ ended: to, ...row }: (typeof rows)[number]): Ended => ({
    row: rowOf(keys, row),
    to: to === 'SETTLED' ? 'SETTLED' : 'FAILED',
  })
  return openUnaltered(rows, open, altered)
}

const AT_ONCE = 500

const rebuilt = prepared((db, at: { most: number }) =>
  db
    .selectFrom('transactions')
    .innerJoin('batchRows', 'batchRows.id', 'transactions.id')
    .selectAll('batchRows')
    // As the index says it.
    .where(sql<boolean>`transactions.rebuilt_at is not null and transactions.batch_id is null`)
    // A row with a flaw says nothing of what it pays: its payment stays a single one, which a draft is compared with.
    .where('batchRows.status', '<>', 'INVALID')
    .limit(at.most),
)

/** Rows whose payments a restored database did not know, and came back from the chain. */
export async function rebuiltRows(db: Db, keys: Keyring, altered: Altered): Promise<Row[]> {
  const { rows } = await rebuilt(db, { most: AT_ONCE })
  return openUnaltered(rows, (row) => rowOf(keys, row), altered)
}

/** Says of a payment that it is a row's. */
export async function nameBatch(db: Db, { id, batchId }: Pick<Row, 'id' | 'batchId'>): Promise<void> {
  await db.updateTable('transactions').set({ batchId }).where('id', '=', id).where('batchId', 'is', null).execute()
}

/** Whether a batch is being paid, or a payment of one has not ended. */
export async function hasBatchesUnderway(db: Db): Promise<boolean> {
  const running = db.selectFrom('batches').select('id').where(sql<boolean>`status = 'RUNNING'`).limit(1)
  const pending = db.selectFrom('batchRows').select('id').where(isPending).limit(1)
  return (await running.executeTakeFirst()) !== undefined || (await pending.executeTakeFirst()) !== undefined
}
