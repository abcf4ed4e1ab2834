/** What the wallet allows itself a minute, so that a program with the same account still has room under the limits. */
export const READS_A_MINUTE = 80
export const WRITES_A_MINUTE = 20

const WINDOW_MS = 60_000

/** A sliding window over the last minute. `take` answers 0 and counts, or the seconds to wait and does not count. */
export function createBudget(perMinute: number) {
  let taken: number[] = []
  return {
    take(now: number): number {
      taken = taken.filter((at) => at > now - WINDOW_MS && at <= now)
      if (taken.length >= perMinute) return Math.max(1, Math.ceil(((taken[0] ?? now) + WINDOW_MS - now) / 1000))
      taken.push(now)
      return 0
    },
  }
}
export type Budget = ReturnType<typeof createBudget>
