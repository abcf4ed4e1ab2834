import type { World } from '../world/world.ts'

/** A reader moves a transaction on at most this often. */
export const RECONCILE_EVERY_MS = 1_000
/** The longest pause between two looks by lists and the worker, for a transaction that has not changed for long. */
const RECONCILE_SELDOM_MS = 60_000

type Look = { work: Promise<void>; endedAt: number | undefined }

export type ThrottleOptions = {
  /** This look goes only as far as its caller needs: the next reader may look further at once. */
  partial?: boolean
  /** Readers who come within so many milliseconds of the last look's end get the stored row: 0 for a call that waits for its own receipt. */
  everyMs?: number
}

/**
 * How often lists and the worker look at a transaction: what has waited for hours is not likelier to move in this second
 * than in this minute, and a pile of dead payments must not keep the chain busy.
 */
export function reconcileInterval(world: World, { updatedAt }: { updatedAt: number }): number {
  const age = world.clock.now() - updatedAt
  return Math.min(Math.max(age / 60, RECONCILE_EVERY_MS), RECONCILE_SELDOM_MS)
}

/** One look per transaction (or sender) at a time. Anyone who comes while one is under way shares it. */
export function reconcileOnce(
  world: World,
  id: string,
  look: () => Promise<void>,
  { partial = false, everyMs = RECONCILE_EVERY_MS }: ThrottleOptions = {},
): Promise<void> {
  const mine = world.memory.part('reconciled', () => new Map<string, Look>())
  const last = mine.get(id)
  if (last !== undefined && last.endedAt === undefined) return last.work
  if (last !== undefined && world.clock.elapsed() - (last.endedAt ?? 0) < everyMs) return Promise.resolve()
  const entry: Look = { work: Promise.resolve(), endedAt: undefined }
  entry.work = look().finally(() => {
    entry.endedAt = world.clock.elapsed()
    if (partial) mine.delete(id)
    else forget(mine, entry.endedAt)
  })
  mine.set(id, entry)
  return entry.work
}

function forget(mine: Map<string, Look>, now: number): void {
  if (mine.size < 1_000) return
  for (const [id, look] of mine)
    if (look.endedAt !== undefined && now - look.endedAt > RECONCILE_SELDOM_MS) mine.delete(id)
}
