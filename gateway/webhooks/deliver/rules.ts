import { DELIVERY_TRIED_MS, PROBE_EVERY_MS } from '#shared/limits.ts'
import type { DeliveryFlaw, WebhookStatus } from '#shared/model/webhook.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** How long an event waits after its first, second, … try that was not taken; then daily. */
const PAUSES = [5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR]
/** Nothing waits as long, whatever is added by chance. */
export const LONGEST_MS = 2 * PROBE_EVERY_MS
/** After this many refused tries in a row the receiver is down, not one event bad: once one is taken, all that waits is sent. */
const OUTAGE = 3
/** The receiver wants no more (RFC 9110, section 15.5.11). */
export const GONE = 410

/** What a receiver said to one event, or why it said nothing. */
export type Outcome = { answer: number | null; flaw: DeliveryFlaw | null }

export const isTaken = ({ answer }: Outcome): boolean => answer !== null && answer >= 200 && answer < 300

/** Up to a tenth longer than planned, so that many that failed together do not come back together. `chance`: from 0 to 1. */
export function pauseAfter(tries: number, chance: number): number {
  return Math.round((PAUSES[tries - 1] ?? PROBE_EVERY_MS) * (1 + chance / 10))
}

type Before = { tries: number; firstAt: number | null }
export type AfterTry = {
  state: 'waiting' | 'delivered' | 'failed'
  tries: number
  firstAt: number
  nextAt: number | null
}

/**
 * What becomes of an event. One that an endpoint refuses for three days while it takes others is given up: not during an outage,
 * nor at its end, when each is sent once more.
 */
export function afterTry(before: Before, outcome: Outcome, webhook: After, now: number, chance: number): AfterTry {
  const tries = before.tries + 1
  const firstAt = before.firstAt ?? now
  if (isTaken(outcome)) return { state: 'delivered', tries, firstAt, nextAt: null }
  const isOutage = webhook.failures >= OUTAGE || webhook.releases || webhook.status !== 'active'
  const isLate = now - firstAt >= DELIVERY_TRIED_MS && !isOutage
  if (isLate) return { state: 'failed', tries, firstAt, nextAt: null }
  return { state: 'waiting', tries, firstAt, nextAt: now + pauseAfter(tries, chance) }
}

/** Whether a receiver is there, and perhaps refuses this one event alone. */
export const isRefused = ({ answer, flaw }: Outcome): boolean =>
  answer === null ? flaw === 'timeout' : !isTaken({ answer, flaw }) && answer !== GONE

type Endpoint = { status: WebhookStatus; failures: number; failingSince: number | null }
/** `releases`: what waits for a time is due now. */
export type After = Endpoint & { releases: boolean }

/** What becomes of a webhook by what its receiver said to some events, sent together. */
export function afterWave(before: Endpoint, outcomes: readonly Outcome[], now: number): After {
  if (outcomes.some(({ answer }) => answer === GONE)) return { ...before, status: 'disabled', releases: false }
  if (outcomes.some(isTaken)) {
    const status = before.status === 'disabled' ? 'disabled' : 'active'
    return { status, failures: 0, failingSince: null, releases: before.failures >= OUTAGE }
  }
  const failingSince = before.failingSince ?? now
  const isFailing = before.status === 'active' && now - failingSince >= DELIVERY_TRIED_MS
  return { status: isFailing ? 'failing' : before.status, failures: before.failures + 1, failingSince, releases: false }
}

/** When a webhook is to be looked at again. `earliest`: when the first of what waits is due. */
export function nextLook(
  { status }: Pick<Endpoint, 'status'>,
  earliest: number | null,
  now: number,
  chance: number,
): number | null {
  if (status === 'disabled' || earliest === null) return null
  return status === 'failing' ? now + Math.round(PROBE_EVERY_MS * (1 + chance / 10)) : earliest
}
