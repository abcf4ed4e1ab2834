import { errorWords } from '../error-words.ts'
import type { World } from './world.ts'

/** Does the same again and again, with a pause in between, until the gateway closes. A failure is told, and ends nothing. */
export async function keepDoing(
  { closing, clock }: Pick<World, 'closing' | 'clock'>,
  everyMs: number,
  work: () => Promise<unknown>,
  failed: (reason: string) => void,
): Promise<void> {
  while (!closing.aborted) {
    await work().catch((error: unknown) => failed(errorWords(error)))
    await clock.sleep(everyMs, closing)
  }
}
