import compress from '@zxcvbn-ts/dictionary-compression/compress'
import decompress from '@zxcvbn-ts/dictionary-compression/decompress'
import type { Plugin } from 'vite'

const LISTS = /\/@zxcvbn-ts\/language-common\/.*\/passwords\.json\.mjs$/
const LIST = /decompress\("([^"]+)"\)/

/** Writes the list of known passwords so that it takes two thirds of the room in a package. */
export const shortLists: Plugin = {
  name: 'sotto-short-lists',
  transform(code, id) {
    if (!LISTS.test(id)) return null
    const list = LIST.exec(code)?.[1]
    if (list === undefined) throw new Error(`${id} has no list of the form that is known`)
    return { code: code.replace(list, () => compress(sortedInRanks(decompress(list))) as string), map: null }
  },
}

/**
 * Words by how often they are used, sorted among those of about the same rank: neighbours then begin alike, which is what
 * compresses. The bounds are powers of two, so that no rank changes by more than a factor of two, and with it no number of
 * guesses: a third of a power of ten.
 */
export function sortedInRanks(words: readonly string[]): string[] {
  const sorted: string[] = []
  for (let from = 1; from <= words.length; from *= 2) sorted.push(...words.slice(from - 1, 2 * from - 1).sort())
  return sorted
}
