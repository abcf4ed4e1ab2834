import { expect, test } from 'vitest'
import { triple } from '../../testing/fixtures.ts'
import { isConfidential } from './confidential.ts'

test.each([
  ['the public token', 'STABLE', [triple()], false],
  ['the confidential token', 'cSTABLE', [triple()], true],
  ['a token that nobody knows', 'OTHER', [triple()], true],
  ['any token, before balances were read', 'STABLE', undefined, true],
])('%s', (_, token, balances, expected) => {
  expect(isConfidential(token, balances)).toBe(expected)
})
