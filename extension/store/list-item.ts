import * as z from 'zod/mini'
import { type Area, type Item, item } from './item.ts'

/**
 * A stored list, parsed entry by entry. An entry that cannot be read is left out of what is seen, and every
 * change keeps it: the others must not be lost for it, nor it for them.
 */
export function listItem<T>(area: Area, key: string, schema: z.ZodMiniType<T>): Item<T[]> {
  const raw = item<unknown[]>(area, key, z.array(z.unknown()), [])
  const readable = (list: unknown[]) =>
    list.flatMap((each) => {
      const parsed = schema.safeParse(each)
      return parsed.success ? [parsed.data] : []
    })
  return {
    get: async () => readable(await raw.get()),
    set: (list) => raw.set(list),
    remove: () => raw.remove(),
    watch: (seen) => raw.watch((list) => seen(readable(list))),
    async update(change) {
      const after = await raw.update(async (list) => {
        const others = list.filter((each) => !schema.safeParse(each).success)
        return [...others, ...(await change(readable(list)))]
      })
      return readable(after)
    },
  }
}
