import type { World } from './world.ts'

/** Does the same with each of many, so many at a time. Once the gateway closes it begins no more of them, and answers false. */
export async function inBatches<T>(
  { closing }: Pick<World, 'closing'>,
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<boolean> {
  for (let start = 0; start < items.length; start += atOnce) {
    if (closing.aborted) return false
    await Promise.all(items.slice(start, start + atOnce).map(work))
  }
  return true
}
