import type { TransactionStatus, WaitingFor } from '#shared/model/transaction.ts'
import { MARK, type Mark } from '../db/schema/marks.ts'

/** The list of `sotto owed` that has the payment. */
export type List = 'owed' | 'mined after all' | 'being paid'

type Rule = {
  /** What the API shows. */
  status: TransactionStatus
  /** The operator's open or past decision; kept beside the status. */
  mark: Mark
  /** Also: whether the operator may pay it by hand. */
  list: List | null
}

const rule = (status: TransactionStatus, mark: Mark, list: List | null): Rule => ({ status, mark, list })

/**
 * The life of a payment: `waiting` where a policy sends it to a person, `sent`, then where the amount has to be opened
 * `decrypting`, of a redeem `paying`, then `settled`, or `failed`. `owed`: a burned amount that can never be paid out by trying
 * again; `resolved`: a person has seen to it. `taken back`: a reorganisation has taken what it settled with. `mined after
 * failure`: it reads `FAILED` because a node said so, and a leg of it, or a payout of its debt, was mined after all.
 *
 * A redeem goes on while a person is to look at it: `doubted` is one of which a payout was mined that had been given up, so that
 * it may be paid twice; `noted` is one that a person has noted as paid, and that waits until the chain shows by what.
 */
const rules = {
  waiting: rule('PENDING', MARK.none, null),
  sent: rule('PENDING', MARK.none, null),
  decrypting: rule('SETTLING', MARK.none, 'being paid'),
  paying: rule('SETTLING', MARK.none, 'being paid'),
  doubted: rule('SETTLING', MARK.minedAfterAll, 'mined after all'),
  noted: rule('SETTLING', MARK.resolved, 'being paid'),
  settled: rule('SETTLED', MARK.none, null),
  'taken back': rule('SETTLED', MARK.none, 'being paid'),
  'owed again': rule('SETTLED', MARK.owed, 'owed'),
  'settled and doubted': rule('SETTLED', MARK.minedAfterAll, 'mined after all'),
  'settled and noted': rule('SETTLED', MARK.resolved, 'being paid'),
  failed: rule('FAILED', MARK.none, null),
  owed: rule('FAILED', MARK.owed, 'owed'),
  resolved: rule('FAILED', MARK.resolved, null),
  'mined after failure': rule('FAILED', MARK.minedAfterAll, 'mined after all'),
} as const satisfies Record<string, Rule>

export type State = keyof typeof rules
export const STATES = Object.keys(rules) as State[]

export const statusOf = (state: State): TransactionStatus => rules[state].status
export const markOf = (state: State): Mark => rules[state].mark

/** Columns of the rows on a list. */
export function columnsOf(list: List): { statuses: TransactionStatus[]; marks: Mark[] } {
  const listed = STATES.filter((state) => rules[state].list === list)
  return { statuses: [...new Set(listed.map(statusOf))], marks: [...new Set(listed.map(markOf))] }
}

/** Whether the operator still has to pay or return the amount. */
export const isDebt = (state: State): boolean => markOf(state) === MARK.owed
/** Whether the operator has noted the payment as paid. */
export const isNoted = (state: State): boolean => markOf(state) === MARK.resolved
/** Whether only a person may pay again: the payment was noted as paid, or a payout was mined after it had been given up. */
export const isByHandOnly = (state: State): boolean => isNoted(state) || markOf(state) === MARK.minedAfterAll

type Shown = { status: TransactionStatus; waitingFor: WaitingFor | null }

const OPENING: readonly (WaitingFor | null)[] = ['amount', 'public_decryption']

/** The state that a row is in, by what is stored of it. Nothing is marked before its first leg has ended. */
export function stateOf({ status, waitingFor, owed }: Shown & { owed: Mark }): State {
  if (status === 'PENDING') return waitingFor === 'approval' ? 'waiting' : 'sent'
  const found = STATES.filter((state) => statusOf(state) === status && markOf(state) === owed)
  // A redeem is never owed while it goes on being tried.
  const [first = 'doubted', second] = found
  if (second === undefined) return first
  if (status === 'SETTLING') return OPENING.includes(waitingFor) ? 'decrypting' : 'paying'
  return waitingFor === null ? 'settled' : 'taken back'
}

/** The next state of a payment; the operator's open or past decision goes along. */
export function on(state: State, shown: Shown, mark: Mark = markOf(state)): State {
  return stateOf({ ...shown, owed: mark })
}

/** The state that a payment gets by the operator's word, or by the chain after its end; undefined if nothing changes. */
export const becomes = {
  /** A leg that had been given up is mined after all, or a payment that had moved less is whole: a person looks, once. */
  minedAfterAll: (state: State): State | undefined =>
    markOf(state) === MARK.none || markOf(state) === MARK.owed ? marked(state, MARK.minedAfterAll) : undefined,
  /** A person notes that it was paid or returned. */
  resolved: (state: State): State | undefined =>
    markOf(state) === MARK.owed || markOf(state) === MARK.minedAfterAll ? marked(state, MARK.resolved) : undefined,
  /** A person says that a burn that was mined after all is to be paid. */
  owed: (state: State): State | undefined => (state === 'mined after failure' ? 'owed' : undefined),
}

function marked(state: State, mark: Mark): State | undefined {
  if (state === 'waiting' || state === 'sent') return undefined
  return on(state, { status: statusOf(state), waitingFor: state === 'settled' ? null : 'confirmation' }, mark)
}

/** Whether the operator may pay a redeem by hand. One that has ended and is not owed needs nothing. */
export function mayBePaid({ state, waitingFor }: { state: State; waitingFor: WaitingFor | null }): boolean {
  const isOver = statusOf(state) === 'SETTLED' && waitingFor === null && markOf(state) !== MARK.owed
  return rules[state].list !== null && !isOver
}

export function isTerminal({ status }: Pick<Shown, 'status'>): boolean {
  return status === 'SETTLED' || status === 'FAILED'
}

/** Whether there is anything about a payment that may still change. */
export function isInFlight(transaction: Shown): boolean {
  return !isTerminal(transaction) || transaction.waitingFor !== null
}
