import { describe, expect, test, vi } from 'vitest'
import { NotAnAnswer, UnfamiliarRefusal } from '#shared/client-errors.ts'
import { Failed } from '#shared/client-failure.ts'
import { type RefusalCode, Refused, statuses } from '#shared/refusal-codes.ts'
import { askOnce } from './ask-once.ts'
import { exitCodes, type Meaning, meaningOf, outcomeOf } from './outcome.ts'
import { outcomeOfBatch } from './pay/ended.ts'

const refused = (code: RefusalCode, extras = {}) => new Refused(code, { message: code, ...extras })
const lost = () => new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ECONNRESET' }) })
const late = () => new Failed({ code: 'timeout', message: 'x' })
const unreached = (code = 'ECONNREFUSED') =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(), { code }) })

test.each<[string, unknown, Meaning]>([
  ['no cover', refused('validation_error'), 'refused'],
  ['a policy', refused('policy_denied'), 'refused'],
  ['a revert', refused('transfer_failed'), 'refused'],
  ['a key of another request', refused('idempotency_mismatch'), 'refused'],
  [
    'a wallet that the key does not reach',
    refused('validation_error', { details: [{ path: 'walletId', message: 'x', reason: 'unknown_wallet' }] }),
    'turned away',
  ],
  ['a revoked key', refused('invalid_api_key'), 'turned away'],
  ['a scope', refused('insufficient_scope'), 'turned away'],
  ['a gateway without a setting', refused('not_configured'), 'turned away'],
  ['a limit', refused('rate_limited'), 'busy'],
  ['a busy gateway', refused('overloaded'), 'busy'],
  ['one that catches up', refused('reconciling'), 'busy'],
  ['a first call that still runs', refused('idempotency_in_progress'), 'unknown'],
  ['a full disk', refused('storage_unavailable'), 'unknown'],
  ['a fault', refused('internal_error'), 'unknown'],
  ['a silent chain', refused('upstream_unavailable'), 'unknown'],
  ['a proxy that waited too long', new NotAnAnswer(504), 'unknown'],
  ['a proxy that waited for the request', new NotAnAnswer(408), 'unknown'],
  ['a proxy that asks for a password', new NotAnAnswer(407), 'turned away'],
  ['an answer that is none', new NotAnAnswer(200), 'unknown'],
  ['a code of a newer gateway', new UnfamiliarRefusal(409, 'new', 'x'), 'turned away'],
  ['a fault of a newer gateway', new UnfamiliarRefusal(500, 'new', 'x'), 'unknown'],
  ['a lost answer', lost(), 'unknown'],
  ['patience at its end', late(), 'unknown'],
  ['no connection', unreached(), 'not sent'],
  ['no such name', unreached('ENOTFOUND'), 'not sent'],
])('%s means of a payment: %s is %s', (_, error, meaning) => {
  expect(meaningOf(error)).toBe(meaning)
})

test('no refusal of the catalogue with a status of 500 or more, but those of payments, is taken for its end', () => {
  const ends = (Object.keys(statuses) as RefusalCode[]).filter(
    (code) => statuses[code] >= 500 && meaningOf(refused(code)) === 'refused',
  )
  expect(ends).toEqual(['fund_failed', 'mint_failed', 'transfer_failed', 'redeem_failed', 'redeem_settlement_failed'])
})

describe('what is asked for once', () => {
  /** Answers in turn; then always the last. */
  const asked = async (isNew: boolean, ...answers: (unknown | 'paid')[]) => {
    const pauses: number[] = []
    let calls = 0
    const call = async () => {
      const answer = answers[Math.min(calls++, answers.length - 1)]
      if (answer === 'paid') return 'paid'
      throw answer
    }
    const clock = { sleep: async (ms: number) => void pauses.push(ms) }
    const { is } = await askOnce(call, { isNew, clock, say() {} })
    return { is, calls, pauses }
  }
  const FIRST = [1_000, 2_000, 4_000, 8_000, 16_000]

  test.each<[string, boolean, unknown[], string, number]>([
    ['an answer', true, ['paid'], 'answered', 1],
    ['a lost answer and an answer', true, [lost(), 'paid'], 'answered', 2],
    ['a busy gateway and an answer', true, [refused('overloaded'), 'paid'], 'answered', 2],
    ['nothing but lost answers', true, [lost()], 'unknown', 6],
    ['a gateway that is silent twice', true, [late()], 'unknown', 2],
    ['a silent gateway, a lost answer and an answer', true, [late(), lost(), 'paid'], 'answered', 3],
    ['nothing but limits', true, [refused('rate_limited')], 'refused', 6],
    ['a refusal', true, [refused('policy_denied')], 'refused', 1],
    ['a lost answer and a refusal by the payment', true, [lost(), refused('policy_denied')], 'refused', 2],
    ['a lost answer and a revoked key', true, [lost(), refused('invalid_api_key')], 'unknown', 2],
    ['a lost answer and limits', true, [lost(), refused('rate_limited')], 'unknown', 6],
    ['a lost answer and no gateway', true, [lost(), unreached()], 'unknown', 6],
    ['no gateway', true, [unreached()], 'refused', 1],
    ['no gateway, for a key that was used before', false, [unreached()], 'unknown', 6],
    ['a revoked key, for a key that was used before', false, [refused('invalid_api_key')], 'unknown', 1],
    ['a refusal by the payment, for a key that was used before', false, [refused('policy_denied')], 'refused', 1],
  ])('ends after %s', async (_, isNew, answers, is, calls) => {
    expect(await asked(isNew, ...answers)).toMatchObject({ is, calls })
  })

  test('says what it waits for while a gateway is silent, and gives it up after 150 s, the second time after 60 s', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const said: string[] = []
      let calls = 0
      const call = (signal: AbortSignal) =>
        new Promise<never>((_, reject) => {
          calls++
          signal.addEventListener('abort', () => reject(signal.reason))
        })
      const clock = { sleep: async () => {} }
      const answer = askOnce(call, { isNew: true, clock, say: (text) => void said.push(text) })
      await vi.advanceTimersByTimeAsync(14_999)
      expect(said).toEqual([])
      await vi.advanceTimersByTimeAsync(1)
      expect(said).toEqual(['No answer yet. The command waits for it, 150 s at most.\n'])
      await vi.advanceTimersByTimeAsync(135_000)
      expect(said.slice(1)).toEqual(['The gateway did not answer within 150 s.\nAsking again, with the same key.\n'])
      await vi.advanceTimersByTimeAsync(60_000)
      expect(said.slice(2)).toEqual(['No answer yet. The command waits for it, 60 s at most.\n'])
      expect(await answer).toMatchObject({
        is: 'unknown',
        error: { message: 'The gateway did not answer within 60 s.' },
      })
      expect(calls).toBe(2)
    } finally {
      vi.useRealTimers()
    }
  })

  test('waits longer each time, or as long as the gateway says, and no more than half a minute', async () => {
    expect((await asked(true, lost())).pauses).toEqual(FIRST)
    const told = refused('rate_limited', { headers: { 'retry-after': '7' } })
    expect((await asked(true, told, 'paid')).pauses).toEqual([7_000])
    const long = refused('rate_limited', { headers: { 'retry-after': '3600' } })
    expect((await asked(true, long, 'paid')).pauses).toEqual([30_000])
  })
})

test('exit codes tell what is not known apart from what failed, and from what is under way', () => {
  expect(exitCodes).toEqual({ settled: 0, failed: 1, refused: 1, unknown: 3, underway: 4 })
  expect((['PENDING', 'SETTLING', 'SETTLED', 'FAILED'] as const).map(outcomeOf)).toEqual([
    ...['underway', 'underway', 'settled', 'failed'],
  ])
})

test.each([
  ['all rows paid', 'DONE', { SETTLED: 2 }, 'settled'],
  ['rows with flaws left out', 'DONE', { SETTLED: 2, INVALID: 1 }, 'settled'],
  ['a row that failed', 'DONE', { SETTLED: 2, FAILED: 1 }, 'failed'],
  ['a cancelled batch', 'CANCELLED', { SETTLED: 2, CANCELLED: 1 }, 'failed'],
  ['a paused one', 'PAUSED', { SETTLED: 2, WAITING: 1 }, 'underway'],
  ['one that runs', 'RUNNING', { PENDING: 1 }, 'underway'],
  ['a draft', 'DRAFT', { WAITING: 1 }, 'underway'],
] as const)('of a batch %s: %s', (_, status, rows, outcome) => {
  const progress = Object.entries(rows).map(([name, count]) => ({
    status: name as 'SETTLED',
    rows: count,
    amounts: [],
  }))
  expect(outcomeOfBatch({ status, progress })).toBe(outcome)
})

test('of a repeat whose key is that of another call it is not known whether that has paid', async () => {
  const ask = async () => {
    throw refused('idempotency_mismatch')
  }
  const asking = { clock: { sleep: async () => {} }, say: () => {} }
  expect((await askOnce(ask, { ...asking, isNew: true })).is).toBe('refused')
  expect((await askOnce(ask, { ...asking, isNew: false })).is).toBe('unknown')
})
