import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

const judge = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

/**
 * Powers of ten of guesses. A thief of the browser's disk can try about fifty passwords a second and core (Argon2id): ten
 * thousand million take one core six years.
 */
const LEAST = 10

/** What is longer is long enough, and would take its time to judge. */
const JUDGED = 64

/** Whether somebody who guesses would find this password soon. Loaded when one is chosen: its lists of words are large. */
export function isWeak(password: string): boolean {
  return judge.check(password.slice(0, JUDGED)).guessesLog10 < LEAST
}
