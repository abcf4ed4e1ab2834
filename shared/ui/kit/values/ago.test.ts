import { expect, test } from 'vitest'
import { ago, atTime, onDay } from './ago.ts'

const now = Date.UTC(2027, 0, 31, 12)
const MINUTE = 60_000
const HOUR = 60 * MINUTE

test.each([
  ['this moment', 0, 'just now'],
  ['a clock that runs ahead', -30_000, 'just now'],
  ['a minute', MINUTE, '1 minute ago'],
  ['just under an hour', HOUR - 1, '59 minutes ago'],
  ['an hour', HOUR, '1 hour ago'],
  ['a day', 24 * HOUR, 'yesterday'],
  ['six days', 6 * 24 * HOUR, '6 days ago'],
  ['a week', 7 * 24 * HOUR, onDay(now - 7 * 24 * HOUR)],
  ['next year', -365 * 24 * HOUR, onDay(now + 365 * 24 * HOUR)],
])('%s', (_, past, said) => {
  expect(ago(now - past, now)).toBe(said)
})

test('what is no time is shown as it came', () => {
  expect(atTime('soon')).toBe('soon')
  expect(onDay(Number.NaN)).toBe('NaN')
  expect(ago(9e15, now)).toBe('9000000000000000')
})
