import compress from '@zxcvbn-ts/dictionary-compression/compress'
import decompress from '@zxcvbn-ts/dictionary-compression/decompress'
import { dictionary } from '@zxcvbn-ts/language-common'
import type { Plugin } from 'vite'

const LISTS = /\/@zxcvbn-ts\/language-common\/.*\/passwords\.json\.mjs$/
const LIST = /decompress\("([^"]+)"\)/

/** Writes the list of known passwords so that it takes little more than half of the room in a package. */
export const shortLists: Plugin = {
  name: 'sotto-short-lists',
  transform(code, id) {
    if (!LISTS.test(id)) return null
    const list = LIST.exec(code)?.[1]
    if (list === undefined) throw new Error(`${id} has no list of the form that is known`)
    const { words, powers } = short(decompress(list))
    return { code: code.replace(LIST, () => `(${inRanks})(decompress("${words}"), "${powers}")`), map: null }
  },
}

/** What zxcvbn takes a word of a diceware list for, whatever its rank in another list: half of six to the power of five. */
const DICEWARE = 6 ** 5 / 2
const diceware = new Set(dictionary['diceware-common'])

/** Letters tried one by one are ten guesses each. */
const guessedOtherwise = (word: string) => Math.min(10 ** word.length, diceware.has(word) ? DICEWARE : Infinity)

/**
 * The words in the order of the alphabet, where neighbours begin alike, which is what compresses; and for each the power of
 * two of its rank, as a letter. Words that are guessed as soon without the list are left out.
 */
export function short(ranked: readonly string[]): { words: string; powers: string } {
  const power = new Map(ranked.map((word, at) => [word, String.fromCharCode(97 + Math.log2(at + 1))]))
  const words = ranked.filter((word, at) => at + 1 < guessedOtherwise(word)).sort()
  return { words: compress(words) as string, powers: words.map((word) => power.get(word)).join('') }
}

/** In the wallet, of which it is written as it stands here: the words by the powers of their ranks. */
export function inRanks(words: string[], powers: string): string[] {
  return [...'abcdefghijklmnop'].flatMap((power) => words.filter((_, at) => powers[at] === power))
}
