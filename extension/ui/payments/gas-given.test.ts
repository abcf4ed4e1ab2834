import { expect, test } from 'vitest'
import { transaction } from '../../testing/fixtures.ts'
import { isGasGiven } from './gas-given.ts'

test.each([
  ['FUND', '0', true],
  ['FUND', '100', false],
  ['FUND', null, false],
  ['RECEIVE', '0', false],
] as const)('a %s of %s is gas that was given: %s', (type, amount, expected) => {
  expect(isGasGiven(transaction({ type, amount }))).toBe(expected)
})
