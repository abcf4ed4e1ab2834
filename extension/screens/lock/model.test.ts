import { describe, expect, test } from 'vitest'
import { clock, isWorthSaying, type LockKnown, pausedUntil } from './model.ts'

const known = (throttledFor: number): LockKnown => ({ state: 'locked', throttledFor, passkey: null })

test.each([
  ['nothing is known yet', undefined, 0],
  ['a password is taken at once', known(0), 0],
  ['a password is taken in five seconds', known(5), 6_000],
  ['a worker that answers nonsense', known(-3), 0],
])('until when: %s', (_, state, until) => {
  expect(pausedUntil(state, 1_000)).toBe(until)
})

test.each([
  [0, '0:00'],
  [7, '0:07'],
  [60, '1:00'],
  [899, '14:59'],
])('%d seconds read %s', (seconds, text) => {
  expect(clock(seconds)).toBe(text)
})

describe('what a refused unlock says', () => {
  test('a wrong password is said', () => {
    expect(isWorthSaying({ code: 'wrong_password', message: '' })).toBe(true)
  })

  test('a pause is not, since it is counted down', () => {
    expect(isWorthSaying({ code: 'throttled', message: '', retryAfter: 5 })).toBe(false)
  })
})
