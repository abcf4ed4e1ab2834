import { failureOf } from '#shared/client-failure.ts'
import type { Clock } from '../../world/world.ts'
import { within } from './connection.ts'
import { meaningOf } from './outcome.ts'
import { failureText } from './report.ts'

/** As many attempts, over about a minute of pauses. */
const ATTEMPTS = 6
const PAUSE_MS = 1_000
const PAUSE_MAX_MS = 30_000
/**
 * How long an answer is waited for, and after a silence once more. A call waits 90 seconds for its receipt unless the gateway was
 * told otherwise.
 */
const PATIENCE_MS = [150_000, 60_000] as const
const TOLD_AFTER_MS = 15_000

export type Answer<T> =
  | { is: 'answered'; data: T }
  | { is: 'refused'; error: unknown }
  /** It may have been carried out, by this call or, where the key is not new, by an earlier one. */
  | { is: 'unknown'; error: unknown }

export type Asking = {
  /** Whether this key cannot have been used before. */
  isNew: boolean
  clock: Pick<Clock, 'sleep'>
  say(text: string): void
}

/**
 * Asks for something that is carried out once, however often it is asked for: again where an answer was lost, a bounded number of
 * times. Once it may have been carried out, only an answer that knows of it takes the doubt away.
 */
export async function askOnce<T>(call: (signal: AbortSignal) => Promise<T>, asking: Asking): Promise<Answer<T>> {
  let inDoubt = !asking.isNew
  let silences = 0
  for (let attempt = 1; ; attempt++) {
    const patienceMs = PATIENCE_MS[silences] ?? 0
    const says = `No answer yet. The command waits for it, ${patienceMs / 1_000} s at most.\n`
    const telling = setTimeout(() => asking.say(says), TOLD_AFTER_MS)
    try {
      return { is: 'answered', data: await call(within(patienceMs)).finally(() => clearTimeout(telling)) }
    } catch (error) {
      if (failureOf(error).code === 'timeout') silences++
      const meaning = meaningOf(error)
      // The key is another call's: of a repeat, the one that may have paid.
      const isOther = inDoubt && failureOf(error).code === 'idempotency_mismatch'
      if (meaning === 'refused') return { is: isOther ? 'unknown' : 'refused', error }
      if (meaning === 'unknown') inDoubt = true
      const isOver =
        meaning === 'turned away' ||
        (meaning === 'not sent' && !inDoubt) ||
        attempt === ATTEMPTS ||
        silences === PATIENCE_MS.length
      if (isOver) return { is: inDoubt ? 'unknown' : 'refused', error }
      const { retryAfter } = failureOf(error)
      const pauseMs = Math.min(
        retryAfter === undefined ? PAUSE_MS * 2 ** (attempt - 1) : retryAfter * 1_000,
        PAUSE_MAX_MS,
      )
      asking.say(`${failureText(error)}\nAsking again, with the same key.\n`)
      await asking.clock.sleep(pauseMs)
    }
  }
}
