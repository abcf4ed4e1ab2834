import type { BatchReceipt } from '#shared/model/batch.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Caller } from '../../auth/caller.ts'
import { issueReceipt } from '../../receipts/issue-receipt.ts'
import { findTransactions } from '../../transactions/store.ts'
import type { World } from '../../world/world.ts'
import { ownRows } from '../own-batches.ts'

/** A page of the settled rows of a batch, each with its receipt. One after the other: each asks the chain. */
export async function ownReceipts(
  world: World,
  caller: Caller,
  id: string,
  page: { page: number; pageSize: number },
): Promise<{ items: BatchReceipt[]; total: number }> {
  const { items, total } = await ownRows(world, caller, id, { ...page, status: 'SETTLED' })
  const named = items.flatMap(({ transactionId }) => transactionId ?? [])
  const transactions = await findTransactions(world.db, world.keys, caller.account.id, named)
  const receipts: BatchReceipt[] = []
  for (const { row, transactionId } of items) {
    const transaction = transactions.get(transactionId ?? '')
    const nota = transaction === undefined ? null : await issueReceipt(world, transaction).catch(nullIfUnavailable)
    receipts.push({ row, transactionId, nota })
  }
  return { items: receipts, total }
}

/** One that the chain does not bear out now is no reason to hold back the others. */
function nullIfUnavailable(error: unknown): null {
  if (error instanceof Refusal && error.code === 'receipt_unavailable') return null
  throw error
}
