import { item } from '../../store/item.ts'
import { OUTLIVES_LOCK } from '../../vault/lock-rules.ts'
import { emptyQueue, Queue } from './approval.ts'

/** Questions of sites that wait for an answer. They outlive the lock. */
export const approvals = item<Queue>('session', OUTLIVES_LOCK, Queue, emptyQueue)
