import { systemClock } from '../../world/clock.ts'

/** Once nothing waits any more: for answers to leave, and for rows to be written. */
const LAST_WORDS_MS = 1_000
const HOURS_MS = 2 ** 31 - 1

/** Resolves with the work, or a moment after the signal that its time is over. Rejects where the work does before. */
export async function within(drained: AbortSignal, work: Promise<unknown>): Promise<void> {
  const done = new AbortController()
  const late = async () => {
    await systemClock.sleep(HOURS_MS, AbortSignal.any([drained, done.signal]))
    await systemClock.sleep(LAST_WORDS_MS, done.signal)
  }
  await Promise.race([work, late()]).finally(() => done.abort())
}
