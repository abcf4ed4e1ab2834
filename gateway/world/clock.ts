import type { Clock } from './world.ts'

/** Whether a moment lies less than so long ago. One that lies ahead, since the clock was set back, does not. */
export function isRecent(clock: Pick<Clock, 'now'>, at: number, withinMs: number): boolean {
  const age = clock.now() - at
  return age >= 0 && age < withinMs
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const done = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      signal?.addEventListener('abort', done, { once: true })
    }),
}
