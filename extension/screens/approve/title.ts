import type { Approval } from '../../sites/approvals/approval.ts'
import { payWords } from '../../words/en/requests.ts'
import { approveWords } from '../../words/en/sites/approve.ts'
import { kindOf } from './model.ts'

/** What the window is called while a page is answered in it. */
export function titleOf(approval: Pick<Approval, 'origin' | 'request'>): string {
  const { host } = new URL(approval.origin)
  return kindOf(approval) === 'card' ? approveWords.title(host) : payWords.asks(host)
}
