import type { TransactionStatus } from '../../../model/transaction.ts'
import { kitWords } from '../../words/kit.ts'
import type { IconName } from '../icons/icon-paths.ts'
import { Tag, type TagTone } from './tag.tsx'

const looks: Record<TransactionStatus, { tone: TagTone; icon: IconName }> = {
  PENDING: { tone: 'plain', icon: 'clock' },
  SETTLING: { tone: 'warn', icon: 'refresh' },
  SETTLED: { tone: 'ok', icon: 'check' },
  FAILED: { tone: 'danger', icon: 'close' },
}

/** How far a payment is. */
export function StatusTag({ status }: { status: TransactionStatus }) {
  return <Tag {...looks[status]}>{kitWords.status[status]}</Tag>
}
