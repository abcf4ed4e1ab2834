import type { World } from '../world.ts'

/** A reader moves a transaction on at most this often. */
const LOOK_EVERY_MS = 1_000

type Look = { work: Promise<void>; endedAt: number | undefined }

const looks = new WeakMap<World['db'], Map<string, Look>>()

/**
 * One look per transaction at a time. Whoever comes while one is under way shares it; a reader who comes within a second
 * of its end gets the stored row. `eager` is for the call that waits for its own receipt.
 */
export function lookOnce(world: World, id: string, look: () => Promise<void>, eager = false): Promise<void> {
  const mine = looks.get(world.db) ?? new Map<string, Look>()
  looks.set(world.db, mine)
  const last = mine.get(id)
  if (last !== undefined && last.endedAt === undefined) return last.work
  if (last !== undefined && !eager && world.clock.elapsed() - (last.endedAt ?? 0) < LOOK_EVERY_MS)
    return Promise.resolve()
  const entry: Look = { work: Promise.resolve(), endedAt: undefined }
  entry.work = look().finally(() => {
    entry.endedAt = world.clock.elapsed()
    forget(mine, entry.endedAt)
  })
  mine.set(id, entry)
  return entry.work
}

function forget(mine: Map<string, Look>, now: number): void {
  if (mine.size < 1_000) return
  for (const [id, look] of mine) if (look.endedAt !== undefined && now - look.endedAt > LOOK_EVERY_MS) mine.delete(id)
}
