import { type Failure, failureOf } from '#shared/client-failure.ts'

/** Milliseconds after which to ask again for what was refused, or undefined where asking again does not help. */
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

export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
