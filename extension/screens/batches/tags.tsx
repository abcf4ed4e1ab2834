import type { Batch, BatchStatus, RowStatus } from '#shared/model/batch.ts'
import type { IconName } from '#shared/ui/kit/icons/icon-paths.ts'
import { Tag, type TagTone } from '#shared/ui/kit/values/tag.tsx'
import { batchesWords } from '../../words/en/batches/batches.ts'
import { rowsIn } from './model.ts'

type Look = { tone: TagTone; icon: IconName }

const looks: Record<BatchStatus, Look> = {
  DRAFT: { tone: 'plain', icon: 'receipt' },
  RUNNING: { tone: 'accent', icon: 'refresh' },
  PAUSED: { tone: 'warn', icon: 'clock' },
  DONE: { tone: 'ok', icon: 'check' },
  CANCELLED: { tone: 'plain', icon: 'close' },
}

const rowLooks: Record<RowStatus, Look> = {
  INVALID: { tone: 'danger', icon: 'warning' },
  WAITING: { tone: 'plain', icon: 'clock' },
  PENDING: { tone: 'accent', icon: 'refresh' },
  SETTLED: { tone: 'ok', icon: 'check' },
  FAILED: { tone: 'danger', icon: 'warning' },
  CANCELLED: { tone: 'plain', icon: 'close' },
}

export function StatusTag({ batch: { status, reason } }: { batch: Pick<Batch, 'status' | 'reason'> }) {
  const look: Look = status === 'PAUSED' && reason !== null ? { tone: 'danger', icon: 'warning' } : looks[status]
  return <Tag {...look}>{batchesWords.statuses[status]}</Tag>
}

export function RowTag({ status }: { status: RowStatus }) {
  return <Tag {...rowLooks[status]}>{batchesWords.rowStatuses[status]}</Tag>
}

/** How many rows have failed. */
export function FailedTag({ batch }: { batch: Batch }) {
  const { ofRows, rowStatuses } = batchesWords
  return <Tag {...rowLooks.FAILED}>{ofRows(rowStatuses.FAILED, rowsIn(batch, 'FAILED'))}</Tag>
}
