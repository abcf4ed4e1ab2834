import { intents } from '../../intents/kept.ts'
import { isWaiting, settle } from '../approvals/approval.ts'
import { approvals } from '../approvals/store.ts'

/** Questions whose payments are on disk are answered, though the worker ended before it wrote that down. */
export async function noteBegun(): Promise<void> {
  const begun = new Set((await intents.get()).map(({ id }) => id))
  if (!(await approvals.get()).list.some((each) => isWaiting(each) && begun.has(each.id))) return
  await approvals.update((queue) => settle(queue, ({ id }) => (begun.has(id) ? { payment: id } : undefined)))
}
