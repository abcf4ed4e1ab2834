import compress from '@zxcvbn-ts/dictionary-compression/compress'
import decompress from '@zxcvbn-ts/dictionary-compression/decompress'
import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { sortedInRanks } from './short-lists.ts'

const words = dictionary['passwords-common'] as string[]

test('every word stays, and its rank changes by no more than a factor of two', () => {
  const sorted = sortedInRanks(words)
  expect(sorted).toHaveLength(words.length)
  const rank = new Map(sorted.map((word, at) => [word, at + 1]))
  for (const [at, word] of words.entries()) {
    const ratio = (rank.get(word) ?? 0) / (at + 1)
    expect(ratio > 0.5 && ratio < 2, word).toBe(true)
  }
})

test('what is written is read again, and is shorter by a quarter', () => {
  const sorted = sortedInRanks(words)
  const written = compress(sorted) as string
  expect(decompress(written)).toEqual(sorted)
  expect(written.length).toBeLessThan(0.75 * (compress(words) as string).length)
})
