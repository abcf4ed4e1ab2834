import { expect, test } from 'vitest'
import { shortEther } from './short-ether.ts'

test.each([
  ['0', '0'],
  ['0.05', '0.05'],
  ['0.04819386502416487', '0.048193'],
  ['0.0999999999', '0.099999'],
  ['12.100000000000000001', '12.1'],
  ['12.000000000000000001', '12'],
  ['0.000000000000000001', '<0.000001'],
])('%s ETH is shown as %s', (amount, shown) => {
  expect(shortEther(amount)).toBe(shown)
})
