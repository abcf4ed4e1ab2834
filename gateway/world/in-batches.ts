import type { World } from './world.ts'

/** Does the same with each of many, so many at a time; begins no more of them once the gateway closes. */
export async function inBatches<T>(
  { closing }: Pick<World, 'closing'>,
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < items.length && !closing.aborted; start += atOnce) {
    await Promise.all(items.slice(start, start + atOnce).map(work))
  }
}
