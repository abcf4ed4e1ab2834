import type { TransactionStatus } from '#shared/model/transaction.ts'
import { MARK } from '../db/schema/marks.ts'
import { type State, stateOf } from './states.ts'

/** The state of a transaction that waits for nothing and is owed nothing. */
export const unmarked = (status: TransactionStatus): State => stateOf({ status, waitingFor: null, owed: MARK.none })
