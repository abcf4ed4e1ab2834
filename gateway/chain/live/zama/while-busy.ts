import { setTimeout as sleep } from 'node:timers/promises'
import { kindOf } from './failures.ts'

/** Between tries: 15 seconds in all, so that the last answer is told and not only that there was none in time. */
export const PAUSES_MS: readonly number[] = [1_000, 2_000, 4_000, 8_000]

/** Asks again while the relayer says that this helps, within the time that the question has. */
export async function whileBusy<T>(
  ask: () => Promise<T>,
  signal: AbortSignal,
  pausesMs: readonly number[] = PAUSES_MS,
): Promise<T> {
  for (const pause of pausesMs) {
    try {
      return await ask()
    } catch (error) {
      if (kindOf(error) !== 'busy') throw error
    }
    await sleep(pause, undefined, { signal })
  }
  return ask()
}
