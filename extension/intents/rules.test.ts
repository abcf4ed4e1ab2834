import { describe, expect, test } from 'vitest'
import type { Failure } from '#shared/client-failure.ts'
import type { Transaction } from '#shared/model/transaction.ts'
import { statuses } from '#shared/refusal-codes.ts'
import type { Intent, IntentState } from './intent.ts'
import {
  CONSENT_MS,
  followFrom,
  isFinished,
  isTerminal,
  mayBeUnderWay,
  pauseAfter,
  type Step,
  stepOf,
  type Verdict,
  verdictOf,
} from './rules.ts'

const T = Date.UTC(2027, 0, 31, 12)
const MINUTE = 60_000

const intent = (part: Partial<Intent>): Intent => ({
  id: 'i',
  profileId: 'p',
  state: 'ready',
  consentedAt: T,
  sent: 0,
  sentAt: 0,
  notBefore: 0,
  transactionId: null,
  terminal: false,
  updatedAt: T,
  sealed: { iv: '', ct: '' },
  ...part,
})

describe('the next step follows from the state and from the age of the consent', () => {
  const YOUNG = T + CONSENT_MS - 1
  const OLD = T + CONSENT_MS
  const BACK = T - MINUTE
  test.each<[IntentState, Partial<Intent>, Step, Step, Step]>([
    // state, particulars, while the consent is fresh, when it is old, when the clock was set back past it
    ['ready', {}, 'send', 'ask', 'ask'],
    ['ready', { sent: 1 }, 'look_then_send', 'look_then_send', 'look_then_send'],
    ['sending', { sent: 1 }, 'look_then_send', 'look_then_send', 'look_then_send'],
    ['unknown', { sent: 1 }, 'look_then_send', 'look_then_send', 'look_then_send'],
    ['unknown', { sent: 7 }, 'look_then_send', 'look_then_send', 'look_then_send'],
    ['ask', {}, 'nothing', 'nothing', 'nothing'],
    ['ask', { sent: 2 }, 'nothing', 'nothing', 'nothing'],
    ['accepted', { transactionId: 't', sent: 1 }, 'follow', 'follow', 'follow'],
    ['accepted', { transactionId: 't', sent: 1, terminal: true }, 'nothing', 'nothing', 'nothing'],
    ['refused', { sent: 1 }, 'nothing', 'nothing', 'nothing'],
    ['discarded', {}, 'nothing', 'nothing', 'nothing'],
    ['left', { sent: 1 }, 'nothing', 'nothing', 'nothing'],
  ])('%s %j', (state, part, young, old, back) => {
    const it = intent({ state, ...part })
    expect([YOUNG, OLD, BACK].map((now) => stepOf(it, now))).toEqual([young, old, back])
  })
})

describe('a pause is kept', () => {
  test.each<[IntentState, Partial<Intent>, Step]>([
    ['unknown', { sent: 1 }, 'look_then_send'],
    ['accepted', { transactionId: 't', sent: 1 }, 'follow'],
  ])('%s', (state, part, after) => {
    const it = intent({ state, ...part, notBefore: T + MINUTE })
    expect(stepOf(it, T + MINUTE - 1)).toBe('wait')
    expect(stepOf(it, T + MINUTE)).toBe(after)
  })

  test('but not for hours after the clock was set back', () => {
    expect(stepOf(intent({ state: 'unknown', sent: 1, notBefore: T + MINUTE }), T - 60 * MINUTE)).toBe('look_then_send')
  })

  test('and the longest pause is one that is kept', () => {
    const notBefore = T + pauseAfter(1, Number.MAX_SAFE_INTEGER)
    expect(stepOf(intent({ state: 'unknown', sent: 1, notBefore }), T)).toBe('wait')
  })
})

test.each<[IntentState, boolean, boolean]>([
  ['ready', false, false],
  ['sending', false, false],
  ['unknown', false, false],
  ['ask', false, false],
  ['accepted', false, false],
  ['accepted', true, true],
  ['refused', false, true],
  ['discarded', false, true],
  ['left', false, true],
])('%s, its transaction terminal %s: finished %s', (state, terminal, finished) => {
  expect(isFinished(intent({ state, terminal }))).toBe(finished)
})

describe('what a failed money call says about the payment', () => {
  const of = (code: keyof typeof statuses, details?: unknown): Failure => ({
    code,
    message: '',
    status: statuses[code],
    ...(details === undefined ? {} : { details }),
  })
  test.each<[string, Failure, Verdict]>([
    ['a mistake in the request', of('validation_error', [{ path: 'amount', message: 'No cover.' }]), 'refused'],
    ['a nota that is none', of('invalid_nota'), 'refused'],
    ['a key that may not pay', of('insufficient_scope'), 'refused'],
    ['a disabled account', of('account_disabled'), 'refused'],
    ['a gateway that cannot pay at all', of('not_configured'), 'refused'],
    ['the same key for another payment', of('idempotency_mismatch'), 'refused'],
    ['a revoked key', of('invalid_api_key'), 'rejected_key'],
    ['a payment that failed, with its record', of('transfer_failed', { transaction: {} }), 'recorded'],
    ['a payment that failed, without one', of('transfer_failed'), 'unknown'],
    ['the first call still running', of('idempotency_in_progress'), 'unknown'],
    ['too many requests', of('rate_limited'), 'unknown'],
    ['a busy gateway', of('overloaded'), 'unknown'],
    ['a full disk', of('storage_unavailable'), 'unknown'],
    ['a chain that is away', of('upstream_unavailable'), 'unknown'],
    ['a mishap inside', of('internal_error'), 'unknown'],
    ['nobody there', { code: 'unreachable', message: '' }, 'unknown'],
    ['no answer in time', { code: 'timeout', message: '' }, 'unknown'],
    ['a proxy’s page, whatever its status', { code: 'not_sotto', message: '', status: 403 }, 'unknown'],
    ['an answer of the wrong shape', { code: 'broken_answer', message: '', status: 201 }, 'unknown'],
    ['a mishap in the wallet', { code: 'unexpected', message: '' }, 'unknown'],
    ['a new refusal of the request', { code: 'card_expired', message: '', status: 422 }, 'refused'],
    ['a new reason to wait', { code: 'reconciling', message: '', status: 503 }, 'unknown'],
    ['a new mishap', { code: 'moon_phase', message: '', status: 500 }, 'unknown'],
  ])('%s', (_, failure, verdict) => {
    expect(verdictOf(failure)).toBe(verdict)
  })
})

test('pauses grow with each try, up to half a minute', () => {
  expect([0, 1, 2, 3, 4, 5, 60].map((sent) => pauseAfter(sent, undefined) / 1000)).toEqual([2, 4, 8, 16, 30, 30, 30])
})

test.each([
  [10, 10_000],
  [1, 2_000],
  [0, 2_000],
  [-5, 2_000],
  [300, 300_000],
  [86_400, 300_000],
])('asked to wait %s s it waits %s ms: patience, but no silence', (retryAfter, ms) => {
  expect(pauseAfter(0, retryAfter)).toBe(ms)
})

test.each<[number, number, number, boolean]>([
  [0, 0, T, false],
  [1, T, T, true],
  [1, T, T + 119_999, true],
  [1, T, T + 120_000, false],
  [1, T + 60_000, T, true],
  [1, T + 3_600_000, T, false],
])('sent %s times, last at %s: at %s it may be under way: %s', (sent, sentAt, now, may) => {
  expect(mayBeUnderWay({ sent, sentAt }, now)).toBe(may)
})

test.each<[Transaction['status'], Transaction['waitingFor'], boolean]>([
  ['PENDING', null, false],
  ['SETTLING', 'public_decryption', false],
  ['SETTLED', null, true],
  ['SETTLED', 'confirmation', false],
  ['FAILED', null, true],
])('%s that waits for %s is at its end: %s', (status, waitingFor, end) => {
  expect(isTerminal({ status, waitingFor })).toBe(end)
})

test('what goes on for over an hour is looked at every five minutes', () => {
  expect(followFrom({ consentedAt: T }, T + 3_600_000)).toBe(0)
  expect(followFrom({ consentedAt: T }, T + 3_600_001)).toBe(T + 3_600_001 + 300_000)
})

test.each<[number | undefined, Verdict]>([
  [undefined, 'unknown'],
  [60, 'unknown'],
  [600, 'unknown'],
  [601, 'refused'],
  [86_400, 'refused'],
])('too many requests, to be asked again in %s s: %s', (retryAfter, verdict) => {
  const wait = retryAfter === undefined ? {} : { retryAfter }
  expect(verdictOf({ code: 'rate_limited', message: '', status: 429, ...wait })).toBe(verdict)
})
