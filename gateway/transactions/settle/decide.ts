import { formatUnits } from '#shared/model/money.ts'
import type { TransactionStatus, TransactionType, WaitingFor } from '#shared/model/transaction.ts'
import { MARK, type Mark } from '../../db/schema/marks.ts'
import type { Leg } from '../../legs/store.ts'
import { markOf, on, type State, statusOf } from '../states.ts'
import type { Transaction } from '../store.ts'

/** How far a leg has come. */
export type LegFact = { is: 'open' } | { is: 'confirmed' } | { is: 'failed'; reason: string }

export function factOf({ state, reason }: Pick<Leg, 'state' | 'reason'>): LegFact {
  if (state === 'confirmed') return { is: 'confirmed' }
  if (state === 'open' || state === 'mined') return { is: 'open' }
  return { is: 'failed', reason: reason ?? 'The transaction reverted.' }
}

/** Facts about a redeem's second leg. `wanting`: the reason why it is not made yet, by `payouts/next-step.ts`. */
export type PayoutFact = LegFact | { is: 'wanting'; what: WaitingFor | null }

/** All that a decision about a payment rests on. */
export type Facts = {
  type: TransactionType
  state: State
  token: string
  /** Units asked for; undefined if they are not known and nothing was moved. */
  asked: bigint | undefined
  /** The first leg that moves value. */
  first: LegFact
  /** Units that really moved in it; undefined while it is not confirmed, or that is not decrypted yet. */
  moved: bigint | undefined
  /** Whether a redeem burns, and its amount is published; one through the float is decrypted by the operator. */
  backed: boolean
  /** The payout of a redeem. */
  payout: PayoutFact
}

export type Verdict = { state: State; waitingFor: WaitingFor | null; error?: string }

/**
 * The state of a payment, given the facts: the table is `transactions/states.test.ts`. Terminal states stay, and no status moves
 * backwards; a leg that a reorganisation takes back is waited for again. A receipt alone settles nothing: a confidential move
 * without cover does not revert, it moves zero.
 */
export function decide(facts: Facts): Verdict {
  const { state, first, moved, asked } = facts
  const status = statusOf(state)
  if (status === 'FAILED') return { state, waitingFor: null }
  if (status === 'SETTLED') return decideAgain(facts)
  if (first.is === 'failed') return failed(state, first.reason)
  if (first.is === 'open') return waits(state, status, 'confirmation')
  if (moved === undefined) return waits(state, 'SETTLING', facts.backed ? 'public_decryption' : 'amount')
  if (moved !== asked) return failed(state, shortfall(facts, moved))
  return facts.type === 'REDEEM' ? decidePayout(state, facts.payout) : settled(state)
}

const settled = (state: State): Verdict => waits(state, 'SETTLED', null)

function waits(state: State, status: TransactionStatus, waitingFor: WaitingFor | null): Verdict {
  return { state: on(state, { status, waitingFor }), waitingFor }
}

function failed(state: State, error: string, mark?: Mark): Verdict {
  return { state: on(state, { status: 'FAILED', waitingFor: null }, mark), waitingFor: null, error }
}

/** The state of a debt, unless the operator has it on the list already, or has ended it: it is written once. */
const debtOf = (state: State): Mark => (markOf(state) === MARK.none ? MARK.owed : markOf(state))

/** `SETTLED` does not write off a debt either. */
function decideAgain({ state, type, first, moved, asked, payout }: Facts): Verdict {
  // A deep reorganisation can take back what it settled with, or mine the same bytes where they move another amount.
  const isThere = first.is === 'confirmed' && moved === asked && (type !== 'REDEEM' || payout.is === 'confirmed')
  if (isThere) return settled(state)
  const isOwed = type === 'REDEEM' && payout.is === 'failed'
  const waitingFor = 'confirmation'
  return { state: on(state, { status: 'SETTLED', waitingFor }, isOwed ? debtOf(state) : markOf(state)), waitingFor }
}

function decidePayout(state: State, payout: PayoutFact): Verdict {
  switch (payout.is) {
    case 'wanting':
      return waits(state, 'SETTLING', payout.what ?? 'confirmation')
    case 'open':
      return waits(state, 'SETTLING', 'confirmation')
    case 'failed':
      return failed(state, payout.reason, debtOf(state))
    case 'confirmed':
      return settled(state)
  }
}

/** Units; undefined where they are not known. */
export const askedBy = ({ unknown, units }: Transaction) => (unknown ? undefined : units)

/** The facts for `decide` that are known without a further question. */
export function factsOf(transaction: Transaction, first: Leg): Facts {
  return {
    type: transaction.type,
    state: transaction.state,
    token: transaction.token,
    asked: askedBy(transaction),
    first: factOf(first),
    moved: undefined,
    backed: first.kind === 'unwrap',
    payout: { is: 'wanting', what: null },
  }
}

type Asked = { type: TransactionType; token: string; asked: bigint | undefined }

/**
 * Why a payment whose transaction succeeded has failed all the same: a confidential move that the balance does not cover
 * any more moves zero and does not revert.
 */
function shortfall({ type, token, asked }: Asked, moved: bigint): string {
  const verb = type === 'REDEEM' ? 'burned' : 'moved'
  const instead = asked === undefined ? 'instead of the amount that was asked for' : `instead of ${formatUnits(asked)}`
  return `The transaction was mined, but ${verb} ${formatUnits(moved)} ${token} ${instead}: the balance did not cover it any more. Nothing else was taken.`
}
