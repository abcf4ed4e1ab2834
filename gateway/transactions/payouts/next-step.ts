import type { Hex } from '#shared/model/ids.ts'
import type { WaitingFor } from '#shared/model/transaction.ts'
import type { Published } from '../../chain/port.ts'
import type { Leg } from '../../legs/store.ts'
import type { PayoutFact } from '../settle/decide.ts'

/**
 * Facts about the payout of a redeem. `hash`: the transaction that pays it, or has. `fee`: the wei that it took, if just seen.
 */
export type Payout = { fact: PayoutFact; hash?: Hex; fee?: bigint }

/** Questions to the chain or the database, each asked as seldom as possible. */
export type Answers = {
  /** The chain's answer about the transaction that is noted as the payout; null if it has not paid and never will. */
  noted: Payout | null
  /** Whether no other redeem was paid for its burn. */
  ownsBurn: boolean
  /** A payout that a restore forgot, or the wait until it is known whether there is one; null if there is none. */
  forgotten: Payout | null
  /** The transaction from elsewhere that finalized its burn; null where there is none. */
  finalized: Payout | null
  /** Whether its first leg is final: the operator's own money leaves on it. */
  isFinal: boolean
  /** The burned amount with its proof; null while it is not published. */
  published: Published | null
}

/** The facts that the next step rests on. `insist`: the operator asks for a payout now, although earlier ones have failed. */
export type Known = {
  /** The payouts that were signed for its burn as it is now, in order. */
  payouts: readonly Pick<Leg, 'state' | 'minedHash' | 'transient' | 'reason'>[]
  /** Whether a transaction that is none of its legs is noted as its payout. */
  hasNote: boolean
  /** Whether the token pays, once, at any caller's request; else the operator's float does. */
  backed: boolean
  insist: boolean
  /** Whether only the operator may pay it again. */
  isByHandOnly: boolean
  /** Whether the last payout failed so short a time ago that the next one waits. */
  isTooSoon: boolean
  hasOperator: boolean
} & Partial<Answers>

export type Step = { ask: keyof Answers } | { payout: Payout } | { make: 'from the float' | Published }

/** After this many mined reverts, for a reason that does not pass, another try cannot pay the redeem. */
const REVERTS_MAX = 3

type Want = Exclude<WaitingFor, 'amount'> | null
export const wanting = (what: Want): Payout => ({ fact: { is: 'wanting', what } })
const wants = (what: Want): Step => ({ payout: wanting(what) })

const confirmedBy = (hash: Hex | null): Step => ({ payout: { fact: { is: 'confirmed' }, ...(hash && { hash }) } })
const never = (why: string | null = null): Step => ({
  payout: { fact: { is: 'failed', reason: `The payout reverted: ${why ?? ''} The burned amount is owed.` } },
})

const confirmedPayout = ({ payouts }: Known) => payouts.find(({ state }) => state === 'confirmed')?.minedHash ?? null
const isLiving = ({ state }: Pick<Leg, 'state'>) => state === 'open' || state === 'mined'
const isHopeless = ({ payouts }: Known) =>
  payouts.filter(({ state, transient }) => state === 'reverted' && transient === false).length >= REVERTS_MAX

/** The payout of a leg that is signed. */
export const underway = ({ minedHash }: Pick<Leg, 'minedHash'>): Payout => ({
  fact: { is: 'open' },
  ...(minedHash && { hash: minedHash }),
})

/** A row: the condition for it; the question that it needs; and its step, or undefined so that a later row decides. */
type Row = [when: (known: Known) => boolean, needs: keyof Answers | null, gives: (known: Known) => Step | undefined]

const always = () => true
const found = (payout: Payout | null | undefined): Step | undefined => (payout ? { payout } : undefined)

/**
 * The first row that applies and gives a step decides. Rows about a payout that may have paid come before those that pay: first
 * rows without a question, then rows with one.
 */
const rows: readonly Row[] = [
  [(known) => confirmedPayout(known) !== null, null, (known) => confirmedBy(confirmedPayout(known))],
  // The noted transaction has not paid: its note is gone, and the next look pays.
  [({ hasNote }) => hasNote, 'noted', ({ noted }) => found(noted) ?? wants(null)],
  [always, 'ownsBurn', ({ ownsBurn }) => (ownsBurn ? undefined : wants('confirmation'))],
  [({ payouts }) => !payouts.some(isLiving), 'forgotten', ({ forgotten }) => found(forgotten)],
  // Asked also while ours is open: a finalize by anyone settles it.
  [({ backed }) => backed, 'finalized', ({ finalized }) => found(finalized)],
  [always, null, ({ payouts }) => found(payouts.filter(isLiving).map(underway).at(-1))],
  [({ isByHandOnly, insist }) => isByHandOnly && !insist, null, () => wants('confirmation')],
  [(known) => !known.insist && isHopeless(known), null, ({ payouts }) => never(payouts.at(-1)?.reason)],
  [({ insist, isTooSoon }) => isTooSoon && !insist, null, () => wants(null)],
  [({ hasOperator }) => !hasOperator, null, () => wants('operator_gas')],
  // The operator's own money leaves on the word of a node: no single one is enough where more are configured.
  [({ backed }) => !backed, 'isFinal', ({ isFinal }) => (isFinal ? { make: 'from the float' } : wants('confirmation'))],
  [always, 'published', ({ published }) => (published ? { make: published } : wants('public_decryption'))],
]

/** The next step of a redeem's payout: a question, an answer, or one more payout. */
export function nextStep(known: Known): Step {
  for (const [when, needs, gives] of rows) {
    if (!when(known)) continue
    if (needs !== null && known[needs] === undefined) return { ask: needs }
    const step = gives(known)
    if (step !== undefined) return step
  }
  throw new Error('the last row always gives a step')
}
