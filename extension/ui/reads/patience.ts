import { type Failure, failureOf } from '#shared/client-failure.ts'

/** Calls that are made one after the other without a pause; later ones leave other pages and programs room. */
const QUICK = 10

/** Milliseconds to wait before a call of many, from 1: of reads, and of writes, of which there are fewer in a minute. */
export const pauseBefore = (call: number, kind: 'read' | 'write' = 'read') =>
  call <= QUICK ? 0 : kind === 'read' ? 1_500 : 8_000

/** Milliseconds after which to ask again after a refusal, or undefined where asking again does not help. */
export function pauseAfterRefusal({ code, retryAfter }: Pick<Failure, 'code' | 'retryAfter'>): number | undefined {
  if (code !== 'too_fast' && code !== 'rate_limited') return undefined
  return Math.min(Math.max(retryAfter ?? 5, 1), 120) * 1_000
}

/**
 * Asks, and again after as long as it is told to wait, where the wallet or the gateway was asked too often. `sleep` takes
 * milliseconds, and rejects where the work is given up.
 */
export async function patiently<T>(ask: () => Promise<T>, sleep: (ms: number) => Promise<void>): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      const pause = pauseAfterRefusal(failureOf(error))
      if (pause === undefined) throw error
      await sleep(pause)
    }
  }
}

/** `patiently` until `signal` is aborted, whose reason it then rejects with. */
export const patientUntil =
  (signal: AbortSignal) =>
  <T>(ask: () => Promise<T>): Promise<T> =>
    patiently(
      () => {
        signal.throwIfAborted()
        return ask()
      },
      (ms) => sleep(ms, signal),
    )

/** Rejects with the reason of `signal` once that is aborted. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop)
  })
}
