import { LIMIT_WINDOW_MS } from '#shared/limits.ts'
import type { Clock } from '../world.ts'
import { SlidingWindow } from './sliding-window.ts'

/** What counts together, and how many fit in any window of a minute. */
export type Bucket = { key: string; limit: number }

/** How many more fit, and after how many milliseconds the oldest one leaves the window. */
export type Room = { remaining: number; resetMs: number }

/** Counts requests, for all who serve one database. */
export type RequestCounter = {
  /** Counts one in every bucket, or in none where one of them is full. The rooms are what is left then, in the order of the buckets. */
  count(buckets: readonly Bucket[]): Promise<{ isCounted: boolean; rooms: Room[] }>
}

/** In the memory of this process: enough while one process serves a database. Empty after a restart. */
export function createRequestCounter(clock: Pick<Clock, 'elapsed'>): RequestCounter {
  const window = new SlidingWindow(LIMIT_WINDOW_MS)
  let sweptAt = clock.elapsed()
  return {
    async count(buckets) {
      const now = clock.elapsed()
      if (now - sweptAt > LIMIT_WINDOW_MS) {
        sweptAt = now
        window.sweep(now)
      }
      const look = () => buckets.map(({ key, limit }) => window.look(key, limit, now))
      const rooms = look()
      if (rooms.some(({ remaining }) => remaining === 0)) return { isCounted: false, rooms }
      for (const { key } of buckets) window.add(key, now)
      return { isCounted: true, rooms: look() }
    },
  }
}
