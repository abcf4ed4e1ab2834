import type { BatchStatus } from '#shared/model/batch.ts'
import { invalid, Refusal } from '#shared/refusal.ts'
import type { Caller } from '../auth/caller.ts'
import { atomically, type Db } from '../db/database.ts'
import { MARK } from '../db/schema/marks.ts'
import { isRestoredSince, POOL_MS } from '../legs/reconciling/restores-store.ts'
import { holdsApprovals } from '../payments/submit/waiting.ts'
import { markOf } from '../transactions/states.ts'
import { findTransaction } from '../transactions/store.ts'
import type { World } from '../world/world.ts'
import { alikeOf, rowId } from './identity.ts'
import { ownBatch } from './own-batches.ts'
import { beingFound, dueOf, requireAllKnown, requireNotPaidElsewhere, requireNotPaidInBatch } from './paid-elsewhere.ts'
import { cancelWaiting, countedOf, insertRows, noteRetry, type Row, rowsAfter, sealRow } from './rows-store.ts'
import { type Batch, type BatchChange, changeTotals, moveBatch } from './store.ts'
import { added, movedAll, rowsOf, type Totals } from './totals.ts'

/**
 * Pays the rows of a draft, in the name of this caller. A second click changes nothing. Throws `batch_conflict` where a batch that
 * was started since the draft was checked pays the same, or a single payment that was made since; `reconciling` where a restored
 * database may lack such a payment.
 */
export async function startBatch(world: World, caller: Caller, id: string, skipFlaws: boolean): Promise<Batch> {
  const batch = await ownBatch(world, caller, id)
  const flawed = rowsOf(batch.totals, 'INVALID')
  if (batch.status === 'DRAFT' && flawed > 0 && !skipFlaws) {
    const rows = flawed === 1 ? '1 row has a flaw' : `${flawed} rows have flaws`
    throw invalid('skipFlaws', `${rows}: correct the file, or pay the others alone with "skipFlaws": true`)
  }
  if (batch.status === 'DRAFT' && rowsOf(batch.totals, 'WAITING') === 0)
    throw new Refusal('batch_conflict', { message: 'No row of this batch can be paid.' })
  const due = dueOf(batch)
  if (batch.status === 'DRAFT') {
    await requireAllKnown(world, batch)
    await requireNotPaidElsewhere(world, batch, due)
  }
  return change(world, caller, batch, { from: ['DRAFT'], to: 'RUNNING', payer: caller.credential }, (db) =>
    requireNotPaidInBatch(db, batch, due),
  )
}

/** Once this has answered nothing more of it is signed. */
export async function pauseBatch(world: World, caller: Caller, id: string): Promise<Batch> {
  const batch = await ownBatch(world, caller, id)
  if (batch.status === 'PAUSED' && holdsApprovals(batch.reason?.code ?? null)) return batch
  // A batch that has paused by itself, perhaps just now, lets rows be approved until a person pauses it.
  return change(world, caller, batch, { from: ['RUNNING', 'PAUSED'], to: 'PAUSED' })
}

/**
 * Goes on with what is paused, in the name of this caller. Throws as a start does, of the rows that wait; `payDuplicates`: a person
 * means those that were paid elsewhere since.
 */
export async function resumeBatch(world: World, caller: Caller, id: string, payDuplicates: boolean): Promise<Batch> {
  const batch = await ownBatch(world, caller, id)
  if (batch.status !== 'PAUSED') return unmoved(batch, 'RUNNING')
  const due = dueOf(batch)
  await requireAllKnown(world, batch)
  if (!payDuplicates) await requireNotPaidElsewhere(world, batch, due)
  return change(world, caller, batch, { from: ['PAUSED'], to: 'RUNNING', payer: caller.credential }, async (db) => {
    if (!payDuplicates) await requireNotPaidInBatch(db, batch, due)
  })
}

/**
 * What waits is never paid; the worker ends what waits for a person (`transactions/approvals/end.ts`). What the chain has of it after
 * all, since a backup was restored, is found by `run/follow.ts`.
 */
export async function cancelBatch(world: World, caller: Caller, id: string): Promise<Batch> {
  const batch = await ownBatch(world, caller, id)
  return change(world, caller, batch, { from: ['DRAFT', 'RUNNING', 'PAUSED'], to: 'CANCELLED' }, async (db, now) => {
    await cancelWaiting(db, id)
    await changeTotals(db, world.keys, id, (sums) => movedAll(sums, 'WAITING', 'CANCELLED'), { now })
  })
}

/**
 * New rows for those that failed and provably moved nothing, each once. The batch goes on with them. Throws as a resumption does, of
 * these rows, and where it was paused also of those that wait; `reconciling` where a restored database may lack the payment of one.
 */
export async function retryBatch(world: World, caller: Caller, id: string, payDuplicates: boolean): Promise<Batch> {
  const { keys } = world
  const batch = await ownBatch(world, caller, id)
  if (batch.status === 'DRAFT' || batch.status === 'CANCELLED') throw conflict(batch)
  const failed = await rowsAfter(world.db, keys, id, { after: 0, most: Number.MAX_SAFE_INTEGER, status: 'FAILED' })
  const untried = failed.filter(({ retriedAs }) => retriedAs === null)
  if (untried.length === 0) return batch
  await requireAllKnown(world, batch)
  await requireNoneInPools(world, batch)
  const again: Row[] = []
  for (const row of untried) if (await movedNothing(world, row)) again.push(row)
  if (again.length === 0) return batch
  const failing = new Map(again.map((row) => [row.id, retryOf(world, row, 0).id]))
  const due = dueOf(batch, { waiting: batch.status === 'PAUSED', failed: failing })
  if (!payDuplicates) await requireNotPaidElsewhere(world, batch, due)
  await atomically(world.db, async (db) => {
    const now = await world.sharedNow(db)
    // Sums first: two retries at once stand in line here, and the second finds nothing to note.
    await changeTotals(db, keys, id, (sums) => sums, { now })
    const current = await ownBatch({ ...world, db: db as World['db'] }, caller, id)
    if (current.status === 'CANCELLED') throw conflict(current)
    if (current.status === 'PAUSED' && batch.status !== 'PAUSED') throw pausedMeanwhile()
    if (current.status === 'RUNNING' && current.payer?.id !== caller.credential.id) throw inAnotherName()
    if (!payDuplicates) await requireNotPaidInBatch(db, batch, due)
    const made: Row[] = []
    for (const row of again) {
      const number = current.rowCount + made.length + 1
      if (await noteRetry(db, row.id, number)) made.push(retryOf(world, row, number))
    }
    if (made.length === 0) return
    // Late: a draft that was checked before this is stored has to be older.
    const createdAt = await world.sharedNow(db)
    await insertRows(
      db,
      made.map((row) => sealRow(keys, { ...row, alike: alikeOf(keys, row), createdAt })),
    )
    const more = (sums: Totals) => made.reduce((sum, row) => added(sum, 'WAITING', countedOf(row)), sums)
    await changeTotals(db, keys, id, more, { moreRows: made.length, now })
    await moveBatch(db, keys, batch, { from: ['DONE', 'PAUSED'], to: 'RUNNING', payer: caller.credential, now })
  })
  return ownBatch(world, caller, id)
}

/** What failed by the policies of one credential must not be paid by those of another that has resumed the batch. */
const inAnotherName = () =>
  new Refusal('batch_conflict', {
    message: 'This batch is being paid in the name of another API key or session. Pause it first, then retry.',
  })

/** The rows that wait were not compared, and a pause is to last. */
const pausedMeanwhile = () =>
  new Refusal('batch_conflict', {
    message: 'This batch was paused meanwhile. Nothing was changed. Retry once more to go on with it.',
  })

/**
 * A retry pays under a key of its own, so it would pay a row twice that the chain has paid already. Throws `reconciling` of a batch
 * that is older than a restore while a pool may hold payments that no node shows.
 */
async function requireNoneInPools({ db, clock }: World, { createdAt }: Batch): Promise<void> {
  if (await isRestoredSince(db, Math.max(createdAt, clock.now() - POOL_MS))) throw beingFound()
}

/** A row without a transaction was refused before anything was signed. */
async function movedNothing({ db, keys }: World, { id, accountId }: Row): Promise<boolean> {
  const transaction = await findTransaction(db, keys, id, accountId)
  return transaction === undefined || (transaction.status === 'FAILED' && markOf(transaction.state) === MARK.none)
}

function retryOf({ keys }: World, row: Row, number: number): Row {
  const { accountId, tries, retryOf: first } = row
  const retry = { ...row, row: number, retryOf: first ?? row.row, tries: tries + 1 }
  return { ...retry, id: rowId(keys, accountId, retry), status: 'WAITING', error: null, retriedAs: null }
}

type Change = Omit<BatchChange, 'now'>
type Alongside = (db: Db, now: number) => Promise<void>

async function change(world: World, caller: Caller, batch: Batch, to: Change, alongside?: Alongside): Promise<Batch> {
  const now = await world.sharedNow(world.db)
  const isChanged = await atomically(world.db, async (db) => {
    if (!(await moveBatch(db, world.keys, batch, { ...to, now }))) return false
    await alongside?.(db, now)
    return true
  })
  const after = await ownBatch(world, caller, batch.id)
  return isChanged ? after : unmoved(after, to.to)
}

/** Where the batch is in that state already, nothing is changed, and that is well. */
function unmoved(batch: Batch, to: BatchStatus): Batch {
  if (batch.status !== to && !isPast(batch.status, to)) throw conflict(batch)
  return batch
}

/** A batch that was to be started has perhaps ended by now. */
const isPast = (now: BatchStatus, wanted: BatchStatus) => wanted === 'RUNNING' && now === 'DONE'

function conflict({ status }: Pick<Batch, 'status'>): Refusal {
  return new Refusal('batch_conflict', {
    message: `This batch is ${status}: that is not possible any more, or not yet.`,
  })
}
