/** Counts in any window of so many milliseconds, exactly: it keeps the time of every request that counts. */
export class SlidingWindow {
  readonly #windowMs: number
  readonly #times = new Map<string, number[]>()

  constructor(windowMs: number) {
    this.#windowMs = windowMs
  }

  /** How many more fit now, and after how many milliseconds the oldest one leaves the window. */
  look(key: string, limit: number, now: number): { remaining: number; resetMs: number } {
    const times = this.#recent(key, now)
    const oldest = times[0]
    return {
      remaining: Math.max(0, limit - times.length),
      resetMs: oldest === undefined ? 0 : oldest + this.#windowMs - now,
    }
  }

  add(key: string, now: number): void {
    const times = this.#recent(key, now)
    times.push(now)
    this.#times.set(key, times)
  }

  /** Forgets anyone who has been quiet for a whole window. */
  sweep(now: number): void {
    for (const key of this.#times.keys()) if (this.#recent(key, now).length === 0) this.#times.delete(key)
  }

  #recent(key: string, now: number): number[] {
    const times = this.#times.get(key) ?? []
    const since = now - this.#windowMs
    let expired = 0
    while (expired < times.length && (times[expired] ?? 0) <= since) expired++
    if (expired > 0) times.splice(0, expired)
    return times
  }
}
