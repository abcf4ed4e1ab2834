import * as z from 'zod/mini'

/** Wrong passwords in a row, and when the last of them was tried (milliseconds since 1970). */
export const Attempts = z.strictObject({ failed: z.number(), lastAt: z.number() })
export type Attempts = z.infer<typeof Attempts>

export const noAttempts: Attempts = { failed: 0, lastAt: 0 }

const FREE = 3
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 15 * 60_000

/** Milliseconds until the next password may be tried: 0 for the first three, then 5 s, 10 s, 20 s … up to 15 minutes. */
export function pauseLeft({ failed, lastAt }: Attempts, now: number): number {
  if (failed < FREE) return 0
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (failed - FREE), LONGEST_PAUSE_MS)
  return Math.max(0, pause - Math.max(0, now - lastAt))
}

/** After a clock was set back the pause begins anew, once: else it would last until the clock is where it was. */
export function fitted(attempts: Attempts, now: number): Attempts {
  return attempts.lastAt > now ? { ...attempts, lastAt: now } : attempts
}

/** Counted before the password is tried, so that ending the worker in between gains nothing. */
export function countAttempt({ failed }: Attempts, now: number): Attempts {
  return { failed: failed + 1, lastAt: now }
}
