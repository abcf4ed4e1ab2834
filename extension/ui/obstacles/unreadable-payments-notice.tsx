import { unreadableWords } from '../../words/en/payments/unknown.ts'
import { useItem } from '../hooks/use-item.ts'
import { Notice } from '../parts/notice.tsx'
import { areUnreadable, storedPayments } from './unreadable-payments.ts'

/** Where payments of this browser are listed or forgotten: that some of them cannot be read. */
export function UnreadablePaymentsNotice() {
  const stored = useItem(storedPayments)
  if (stored === undefined || !areUnreadable(stored)) return null
  return (
    <Notice tone="danger" icon="warning" title={unreadableWords.title}>
      {unreadableWords.about}
    </Notice>
  )
}
