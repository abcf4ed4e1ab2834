const HOUR_MS = 60 * 60_000

/**
 * Says of each unasked end whether another start is worth it: so many within any hour. What ends now and then in months
 * is started again for ever; what cannot stay up is given up.
 */
export function createRestartBudget(most: number, now: () => number): () => boolean {
  let ends: number[] = []
  return () => {
    const at = now()
    ends = [...ends.filter((end) => at - end < HOUR_MS), at]
    return ends.length <= most
  }
}
