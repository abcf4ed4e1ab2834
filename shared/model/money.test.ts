import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatEther, formatUnits, MAX_UNITS, PositiveAmount, parseAmount } from './money.ts'

test.each([
  ['0', 0n],
  ['1', 1_000_000n],
  ['125.5', 125_500_000n],
  ['0.000001', 1n],
  ['18446744073709.551615', MAX_UNITS],
])('%s is %s units', (text, units) => {
  expect(parseAmount(text)).toBe(units)
})

test.each([
  '',
  ' 1',
  '1 ',
  '+1',
  '-1',
  '1e3',
  '01',
  '1.',
  '.5',
  '1.0000001',
  '1,5',
  '0x1',
  '18446744073709.551616',
  '١',
])('%j is no amount', (text) => {
  expect(parseAmount(text)).toBeUndefined()
  expect(PositiveAmount.safeParse(text).success).toBe(false)
})

test('an amount asked for is greater than zero', () => {
  for (const zero of ['0', '0.0', '0.000000']) expect(PositiveAmount.safeParse(zero).success).toBe(false)
})

test('printing takes the shortest form', () => {
  expect(formatUnits(125_500_000n)).toBe('125.5')
  expect(formatUnits(0n)).toBe('0')
  expect(formatUnits(1n)).toBe('0.000001')
  expect(formatEther(50_000_000_000_000_000n)).toBe('0.05')
})

test('every number of units survives printing and parsing', () => {
  fc.assert(fc.property(fc.bigInt(0n, MAX_UNITS), (units) => parseAmount(formatUnits(units)) === units))
})
