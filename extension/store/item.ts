import type * as z from 'zod/mini'
import { browser } from '../browser.ts'
import { Problem } from '../problem.ts'

/** One value in the browser's storage, parsed whenever it is read. An absent one reads as the fallback. */
export type Item<T> = {
  get(): Promise<T>
  set(value: T): Promise<void>
  /**
   * Read, change, write; changes of one item run one after the other within this page or worker. One that answers what
   * it was given writes nothing.
   */
  update(change: (value: T) => T | Promise<T>): Promise<T>
  remove(): Promise<void>
  /** Told of every new value, no matter who wrote it. Returns how to stop. */
  watch(seen: (value: T) => void): () => void
}

/** `local` stays on disk; `session` stays in memory, is never written to disk, and ends with the browser. */
export type Area = 'local' | 'session'

type Raw = Record<string, unknown>
const asked = new Map<Area, { keys: string[]; answer: Promise<Raw> }>()

/** What is read in the same turn is one question to the browser, whose storage is in another process. */
function together(area: Area, key: string): Promise<Raw> {
  const open = asked.get(area)
  if (open !== undefined) {
    open.keys.push(key)
    return open.answer
  }
  const keys = [key]
  const answer = Promise.resolve().then(() => {
    asked.delete(area)
    return browser.storage[area].get(keys)
  })
  asked.set(area, { keys, answer })
  return answer
}

export function item<T>(
  area: Area,
  key: string,
  schema: z.ZodMiniType<T>,
  fallback: T,
  /** What an unreadable value reads as, where that must differ from an absent one. */
  damaged: T = fallback,
): Item<T> {
  const storage = browser.storage[area]
  const parse = (raw: unknown): T => {
    if (raw === undefined) return fallback
    const parsed = schema.safeParse(raw)
    return parsed.success ? parsed.data : damaged
  }
  let turn: Promise<unknown> = Promise.resolve()
  const self: Item<T> = {
    get: async () => parse((await together(area, key))[key]),
    set: (value) => storage.set({ [key]: value }),
    remove: () => storage.remove(key),
    update(change) {
      const next = turn.then(async () => {
        const raw = (await storage.get(key))[key]
        // What cannot be read may still be worth something: it is not written over by a change of what it is not.
        if (raw !== undefined && !schema.safeParse(raw).success) throw new Problem('storage_damaged')
        const before = parse(raw)
        const value = await change(before)
        if (value !== before) await self.set(value)
        return value
      })
      turn = next.catch(() => undefined)
      return next
    },
    watch(seen) {
      const listener = (changes: Record<string, { newValue?: unknown }>, changed: string) => {
        if (changed === area && key in changes) seen(parse(changes[key]?.newValue))
      }
      browser.storage.onChanged.addListener(listener)
      return () => browser.storage.onChanged.removeListener(listener)
    },
  }
  return self
}
