/** A map with copies of its values. */
export function copied<K, V extends object>(map: ReadonlyMap<K, V>): Map<K, V> {
  return new Map([...map].map(([key, value]) => [key, value instanceof Map ? value : { ...value }]))
}

export function refill<K, V>(map: Map<K, V>, content: ReadonlyMap<K, V>): void {
  map.clear()
  for (const [key, value] of content) map.set(key, value)
}

/** Gives what fills a map again as it is now. */
export function kept<K, V extends object>(map: Map<K, V>): () => void {
  const content = copied(map)
  return () => refill(map, content)
}
