import type { Duplicate, PaidElsewhere } from '#shared/model/batch.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Db } from '../db/database.ts'
import type { World } from '../world/world.ts'
import { paidSinglySince } from './draft/duplicates.ts'
import { alikeStartedSince, type Due } from './draft/earlier-store.ts'
import type { Batch } from './store.ts'
import { mayLackPayments } from './unknown-payments.ts'

/** Those of its rows that are about to be paid, as its report, which is as old as the draft, has compared them. */
export const dueOf = (
  { id, accountId, report }: Batch,
  { waiting, failed }: Pick<Due, 'waiting' | 'failed'> = { waiting: true, failed: new Map() },
): Due => ({ accountId, batchId: id, since: Date.parse(report.at), waiting, failed })

/** Throws `batch_conflict` where the account has paid a row that is due since then, in another batch or singly. */
export async function requireNotPaidElsewhere(world: World, batch: Batch, due: Due): Promise<void> {
  const singly = await paidSinglySince(world, due)
  refuse(batch, { singly, inBatches: await alikeStartedSince(world.db, due) })
}

/** Once more in the database transaction that begins: of two drafts of one file, the second to start would pay everything twice. */
export async function requireNotPaidInBatch(db: Db, batch: Batch, due: Due): Promise<void> {
  refuse(batch, { singly: [], inBatches: await alikeStartedSince(db, due) })
}

/** Throws `reconciling` where a restored database may lack payments of the account: a row may have been paid from any wallet. */
export async function requireAllKnown(world: World, { accountId }: Batch): Promise<void> {
  if (await mayLackPayments(world, accountId)) throw beingFound()
}

export const beingFound = () =>
  new Refusal('reconciling', {
    message:
      'Whether the chain has payments of this account that this gateway does not know is being found out. Nothing was sent.',
    headers: { 'retry-after': '2' },
  })

type Found = { singly: { row: number; transactionId: string }[]; inBatches: { row: number; batchId: string }[] }

/** So many rows a refusal lists, as the report does, and so many its message. */
const LISTED = 1_000
const TOLD = 10

function refuse({ status }: Batch, { singly, inBatches }: Found): void {
  const nothing = { row: null, batchId: null, transactionId: null, at: null }
  const found = new Map<number, Duplicate>()
  for (const { row, ...of } of [...inBatches, ...singly]) found.set(row, { row, line: null, of: { ...nothing, ...of } })
  if (found.size === 0) return
  const duplicates = [...found.values()].sort((one, other) => one.row - other.row)
  const which = found.size === 1 ? '1 row of this batch is' : `${found.size} rows of this batch are`
  const where = [
    ...(inBatches.length > 0 ? ['in a batch that was started'] : []),
    ...(singly.length > 0 ? ['a single payment that was made'] : []),
  ]
  const told = duplicates.slice(0, TOLD).map(({ row }) => row)
  const rows = `${told.join(', ')}${told.length < duplicates.length ? ', …' : ''}`
  const left =
    status === 'PAUSED' ? 'cancel this batch, and upload a file with the rows' : 'upload a file with the failed rows'
  const todo =
    status === 'DRAFT'
      ? 'Upload the file again: the new report names the rows.'
      : `Rows: ${rows}. If that is meant, pay them all the same with "payDuplicates": true. To leave them out: ${left} that are left.`
  throw new Refusal('batch_conflict', {
    message: `${which} also ${where.join(', or ')} after this one was checked. Nothing was paid. ${todo}`,
    details: { duplicates: found.size, firstDuplicates: duplicates.slice(0, LISTED) } satisfies PaidElsewhere,
  })
}
