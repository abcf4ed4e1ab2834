import type { Leg } from '../../legs/store.ts'
import type { Transaction } from '../store.ts'
import { type Facts, factOf } from '../transitions.ts'

/** What is known before anything more is asked: `transitions.ts` decides by it. */
export function factsOf(transaction: Transaction, first: Leg): Facts {
  return {
    type: transaction.type,
    status: transaction.status,
    confidential: transaction.confidential,
    token: transaction.token,
    asked: transaction.units,
    first: factOf(first),
    moved: undefined,
    backed: first.kind === 'unwrap',
    payout: { is: 'wanting', what: null },
  }
}
