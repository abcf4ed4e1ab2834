import { expect, test } from 'vitest'
import { Failed } from '#shared/client-failure.ts'
import { patientUntil, pauseAfterRefusal, pauseBefore } from './patience.ts'

test.each([
  [{ code: 'too_fast', retryAfter: 12 }, 12_000],
  [{ code: 'rate_limited', retryAfter: 3 }, 3_000],
  [{ code: 'rate_limited' }, 5_000],
  [{ code: 'rate_limited', retryAfter: 0 }, 1_000],
  [{ code: 'rate_limited', retryAfter: 86_400 }, 120_000],
  [{ code: 'unreachable' }, undefined],
  [{ code: 'invalid_api_key' }, undefined],
])('refused with %j asks again after %s ms', (failure, expected) => {
  expect(pauseAfterRefusal(failure)).toBe(expected)
})

test.each([
  [1, 0],
  [10, 0],
  [11, 1_500],
  [500, 1_500],
])('waits before call %i for %i ms', (call, expected) => {
  expect(pauseBefore(call)).toBe(expected)
})

// The wallet allows itself 80 reads and 20 writes a minute (`gateway/budget.ts`).
test.each([
  ['read', 60],
  ['write', 18],
] as const)('of calls that %s, a long work makes fewer in a minute than the wallet may', (kind, most) => {
  let spent = 0
  let calls = 0
  while (spent < 60_000) spent += pauseBefore(++calls, kind)
  expect(calls).toBeLessThanOrEqual(most)
})

test('an answer that comes after the work was given up is not waited for', async () => {
  const work = new AbortController()
  const answer = patientUntil(work.signal)(async () => {
    work.abort(new Error('given up'))
    throw new Failed({ code: 'too_fast', message: '', retryAfter: 60 })
  })
  await expect(answer).rejects.toThrow('given up')
})

test('what is given up while it waits is asked no more', async () => {
  const work = new AbortController()
  let asked = 0
  const answer = patientUntil(work.signal)(async () => {
    asked++
    throw new Failed({ code: 'too_fast', message: '', retryAfter: 60 })
  })
  await expect.poll(() => asked).toBe(1)
  work.abort(new Error('given up'))
  await expect(answer).rejects.toThrow('given up')
  await expect(patientUntil(work.signal)(async () => 1)).rejects.toThrow('given up')
  expect(asked).toBe(1)
})
