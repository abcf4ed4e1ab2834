import { expect, test } from 'vitest'
import { randomOf } from './randomness.ts'

const result = `0x${'1'.repeat(42)}ff0000000000aa36a70500` as const
const drawn = { seed: `0x${'5e'.repeat(16)}`, randType: 5, result } as const

test('a random number comes from the seed and stays below its bound', () => {
  const value = randomOf({ name: 'FheRand', ...drawn }) ?? -1n
  expect(value).toBeGreaterThan(2n ** 32n)
  expect(value).toBeLessThan(2n ** 64n)
  expect(randomOf({ name: 'FheRandBounded', upperBound: 1_024n, ...drawn })).toBe(value % 1_024n)
})

test('nothing else is random', () => {
  expect(randomOf({ name: 'FheNot', ct: result, result })).toBe(undefined)
})
