import { useEffect, useState } from 'preact/hooks'
import type { Item } from '../store/item.ts'

/** A stored value, followed as it changes, whoever changes it. Undefined until it was first read. */
export function useItem<T>(item: Item<T>): T | undefined {
  const [value, setValue] = useState<T>()
  useEffect(() => {
    let current = true
    const stop = item.watch(setValue)
    // A change that comes in before the first read is newer than it.
    void item.get().then((first) => current && setValue((seen) => (seen === undefined ? first : seen)))
    return () => {
      current = false
      stop()
    }
  }, [item])
  return value
}
