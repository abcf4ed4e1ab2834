import type { TransactionStatus, TransactionType, WaitingFor } from '#shared/model/transaction.ts'
import type { LegState } from '../db/schema/payment-rows.ts'
import { shortfall } from './settle/shortfall.ts'

/** How far a leg has come. */
export type LegFact = { is: 'open' } | { is: 'confirmed' } | { is: 'failed'; reason: string }

export function factOf({ state, reason }: { state: LegState; reason: string | null }): LegFact {
  if (state === 'confirmed') return { is: 'confirmed' }
  if (state === 'open' || state === 'mined') return { is: 'open' }
  return { is: 'failed', reason: reason ?? 'The transaction reverted.' }
}

/** What is known about a redeem's second leg. `wanting` says what keeps it from being made. */
export type PayoutFact = LegFact | { is: 'wanting'; what: WaitingFor | null }

/** All that a decision about a transaction rests on. */
export type Facts = {
  type: TransactionType
  status: TransactionStatus
  confidential: boolean
  token: string
  /** Units asked for. */
  asked: bigint
  /** The first leg that moves value. */
  first: LegFact
  /** Units that really moved in it; undefined while it is not confirmed, or that is not decrypted yet. */
  moved: bigint | undefined
  /** Whether a redeem burns, and its amount is published; one through the float is decrypted by the operator. */
  backed: boolean
  /** Of a redeem. */
  payout: PayoutFact
}

/** `owed`: what was burned can never be paid out by trying again. */
export type Verdict = { status: TransactionStatus; waitingFor: WaitingFor | null; error?: string; owed?: boolean }

const settled: Verdict = { status: 'SETTLED', waitingFor: null }
const settling = (waitingFor: WaitingFor): Verdict => ({ status: 'SETTLING', waitingFor })
const failed = (error: string): Verdict => ({ status: 'FAILED', waitingFor: null, error })

/**
 * What a transaction is, given the facts: the table under "States and transitions". Terminal states stay, and no status
 * moves backwards; what a reorganisation takes back is waited for again. A receipt alone settles nothing: a confidential move without cover does not revert, it moves zero.
 */
export function decide(facts: Facts): Verdict {
  if (facts.status === 'FAILED') return { status: 'FAILED', waitingFor: null }
  if (facts.status === 'SETTLED') return decideAgain(facts)
  if (facts.first.is === 'failed') return failed(facts.first.reason)
  if (facts.first.is === 'open') return { status: facts.status, waitingFor: 'confirmation' }
  if (facts.moved === undefined) return settling(facts.backed ? 'public_decryption' : 'amount')
  if (facts.moved !== facts.asked) return failed(shortfall(facts, facts.moved))
  return facts.type === 'REDEEM' ? decidePayout(facts.payout) : settled
}

/** A debt is never written off by a status: not by this one either. */
function decideAgain(facts: Facts): Verdict {
  if (isThere(facts)) return settled
  const owed = facts.type === 'REDEEM' && facts.payout.is === 'failed'
  return { status: 'SETTLED', waitingFor: 'confirmation', ...(owed ? { owed } : {}) }
}

/**
 * Whether the chain still shows what a settled transaction settled with: a deep reorganisation can take it back, or mine
 * the same bytes where they move another amount.
 */
function isThere({ type, first, moved, asked, payout }: Facts): boolean {
  return first.is === 'confirmed' && moved === asked && (type !== 'REDEEM' || payout.is === 'confirmed')
}

function decidePayout(payout: PayoutFact): Verdict {
  switch (payout.is) {
    case 'wanting':
      return settling(payout.what ?? 'confirmation')
    case 'open':
      return settling('confirmation')
    case 'failed':
      return { ...failed(payout.reason), owed: true }
    case 'confirmed':
      return settled
  }
}

export function isTerminal(transaction: { status: TransactionStatus }): boolean {
  return transaction.status === 'SETTLED' || transaction.status === 'FAILED'
}

/** Whether there is anything about a transaction that may still change. */
export function isInFlight(transaction: { status: TransactionStatus; waitingFor: WaitingFor | null }): boolean {
  return !isTerminal(transaction) || transaction.waitingFor !== null
}
