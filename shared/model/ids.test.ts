import { expect, test } from 'vitest'
import { DateTime, Instant } from './ids.ts'

const FORM = 'must be a date and time such as 2026-01-31T12:00:00Z'
const YEAR = 'must be in the years 0000 to 9999 in UTC'

test.each(['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.5+02:00', '9999-12-31T23:59:59.999Z', '0000-01-01T00:00:00Z'])(
  'a moment is one that an answer can print: %s',
  (text) => {
    expect(Instant.parse(text)).toBe(text)
    expect(DateTime.safeParse(new Date(text).toISOString()).success).toBe(true)
  },
)

test.each([
  ['9999-12-31T23:59:59-12:00', YEAR],
  ['0000-01-01T00:00:00+00:01', YEAR],
  ['2026-02-30T12:00:00Z', FORM],
  ['2026-01-31', FORM],
  ['', FORM],
])('and no other: %s %s', (text, flaw) => {
  expect(Instant.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([flaw])
})
