import type { Failure } from '#shared/client-failure.ts'
import type { Transaction } from '#shared/model/transaction.ts'
import type { Intent, OpenIntent } from './intent.ts'

/** So long after the consent a payment may be sent again without asking. */
export const CONSENT_MS = 10 * 60_000

export type Step = 'send' | 'look_then_send' | 'follow' | 'ask' | 'wait' | 'nothing'

/** What to do with an intent now. A call that was under way when the worker ended counts as unknown. */
export function stepOf(intent: Intent, now: number): Step {
  if (isFinished(intent)) return 'nothing'
  if (intent.state === 'ask') return 'nothing'
  if (now < intent.notBefore && intent.notBefore - now < CONSENT_MS) return 'wait'
  if (intent.state === 'accepted') return 'follow'
  if (intent.state === 'ready' && intent.sent === 0) return isConsentFresh(intent, now) ? 'send' : 'ask'
  return 'look_then_send'
}

/** A clock that was set back makes no consent younger: one from the future counts as old. */
export function isConsentFresh({ consentedAt }: Intent, now: number): boolean {
  return now - consentedAt < CONSENT_MS && consentedAt - now < 60_000
}

/** Nothing will happen to it any more, unless somebody asks. */
export function isFinished({ state, terminal }: Pick<Intent, 'state' | 'terminal'>): boolean {
  return state === 'refused' || state === 'discarded' || state === 'left' || (state === 'accepted' && terminal)
}

/**
 * Whether the gateway took it, and does not know it any more: it was restored from an older backup, or the key does not
 * reach its wallet.
 */
export function isForgotten({ state, terminal, failure }: Pick<OpenIntent, 'state' | 'terminal' | 'failure'>): boolean {
  return state === 'accepted' && !terminal && failure?.code === 'not_found'
}

/** `SETTLED` that waits for something was taken back by a reorganisation, and is on its way again. */
export function isTerminal({ status, waitingFor }: Pick<Transaction, 'status' | 'waitingFor'>): boolean {
  return status === 'FAILED' || (status === 'SETTLED' && waitingFor === null)
}

/** So long a call may be under way at the gateway before there is a transaction to be found. */
export const UNDER_WAY_MS = 120_000

/** Whether a gateway that knows nothing of it may still be about to: it queues and encrypts before it writes. */
export function mayBeUnderWay({ sent, sentAt }: Pick<Intent, 'sent' | 'sentAt'>, now: number): boolean {
  return sent > 0 && Math.abs(now - sentAt) < UNDER_WAY_MS
}

const LONG_AGO_MS = 3_600_000

/** When an accepted payment is to be looked at again: what goes on for hours is asked for seldom. 0 is at once. */
export function followFrom({ consentedAt }: Pick<Intent, 'consentedAt'>, now: number): number {
  return now - consentedAt > LONG_AGO_MS ? now + LONGEST_PAUSE_MS : 0
}

/**
 * What a failed money call says about the payment.
 * `recorded`: the failure carries the transaction. `refused`: the gateway understood and made none.
 * `rejected_key`: it did not look at it. `unknown`: it may or may not have been taken.
 */
export type Verdict = 'recorded' | 'refused' | 'rejected_key' | 'unknown'

export function verdictOf({ code, status, details, retryAfter = 0 }: Failure): Verdict {
  if (typeof details === 'object' && details !== null && 'transaction' in details) return 'recorded'
  if (code === 'invalid_api_key') return 'rejected_key'
  if (code === 'not_configured') return 'refused'
  // A limit of a day: by the time there is room again, the person has forgotten this payment.
  if (code === 'rate_limited' && retryAfter * 1000 > CONSENT_MS) return 'refused'
  if (passing.has(code)) return 'unknown'
  // A code that this wallet does not know is believed only where its class says that nothing was done.
  return status !== undefined && status >= 400 && status < 500 ? 'refused' : 'unknown'
}

/** Reasons that pass by themselves, or say nothing about an earlier try under the same key. */
const passing = new Set([
  'idempotency_in_progress',
  'rate_limited',
  'unreachable',
  'timeout',
  'not_sotto',
  'broken_answer',
  'internal_error',
  'overloaded',
  'storage_unavailable',
  'upstream_unavailable',
  'reconciling',
])

/** A gateway may ask for patience, not for silence. */
const LONGEST_PAUSE_MS = 5 * 60_000

/** Milliseconds until the next try, longer with each, and not shorter than the gateway asked for within reason. */
export function pauseAfter(sent: number, retryAfter: number | undefined): number {
  const own = Math.min(2_000 * 2 ** Math.min(sent, 5), 30_000)
  return Math.min(Math.max(own, (retryAfter ?? 0) * 1000), LONGEST_PAUSE_MS)
}
