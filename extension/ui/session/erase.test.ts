import { expect, test } from 'vitest'
import { isConfirmed } from './erase.tsx'

test.each([
  ['erase', true],
  [' Erase ', true],
  ['ERASE', true],
  ['', false],
  ['eras', false],
  ['erase it', false],
])('typing %j confirms: %s', (typed, confirmed) => {
  expect(isConfirmed(typed, 'erase')).toBe(confirmed)
})
