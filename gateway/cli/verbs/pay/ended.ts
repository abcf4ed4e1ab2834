import type { Batch } from '#shared/model/batch.ts'
import type { Outcome } from '../outcome.ts'
import { rowsIn } from './describe-batch.ts'

/** How a batch stands, as an exit code says it. A row that failed counts even where a retry has paid it since. */
export function outcomeOfBatch(batch: Pick<Batch, 'status' | 'progress'>): Outcome {
  if (batch.status === 'CANCELLED') return 'failed'
  if (batch.status !== 'DONE') return 'underway'
  return rowsIn(batch, 'FAILED') === 0 ? 'settled' : 'failed'
}
