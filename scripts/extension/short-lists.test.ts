import decompress from '@zxcvbn-ts/dictionary-compression/decompress'
import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { inRanks, short } from './short-lists.ts'

const ranked = dictionary['passwords-common'] as string[]
const diceware = new Set(dictionary['diceware-common'] as string[])

const { words, powers } = short(ranked)
const rank = new Map(inRanks(decompress(words), powers).map((word, at) => [word, at + 1]))

test('no word is guessed much sooner or later than by the list as it was', () => {
  for (const [at, word] of ranked.entries()) {
    const found = rank.get(word)
    const otherwise = Math.min(10 ** word.length, diceware.has(word) ? 3888 : Infinity)
    const ratio = Math.min(found ?? Infinity, otherwise) / Math.min(at + 1, otherwise)
    expect(ratio > 0.45 && ratio < 2, word).toBe(true)
  }
})

test('nothing is added, and only words that another rule finds as soon are left out', () => {
  expect(rank.size).toBeGreaterThan(0.9 * ranked.length)
  const known = new Set(ranked)
  expect([...rank.keys()].filter((word) => !known.has(word))).toEqual([])
})
