import { useEffect, useState } from 'preact/hooks'
import type { Item } from '../../store/item.ts'

type Readable<T> = Pick<Item<T>, 'get' | 'watch'>

/**
 * A stored value, followed as it changes, no matter who changes it. Undefined until it was first read, unless `first` says
 * the value that was read a moment ago.
 */
export function useItem<T>(item: Readable<T>, first: T): T
export function useItem<T>(item: Readable<T>): T | undefined
export function useItem<T>(item: Readable<T>, first?: T): T | undefined {
  const [value, setValue] = useState(first)
  useEffect(() => {
    let current = true
    // A change that comes in before the read is newer than it.
    let changed = false
    const stop = item.watch((next) => {
      changed = true
      setValue(next)
    })
    void item.get().then((read) => current && !changed && setValue(read))
    return () => {
      current = false
      stop()
    }
  }, [item])
  return value
}
