import { Refusal } from '#shared/refusals.ts'

/** Lets so many works run at once, so many more wait, and refuses the rest as `overloaded`. */
export function few(running: number, waiting: number) {
  const queue: (() => void)[] = []
  let busy = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (busy >= running) {
      if (queue.length >= waiting) throw new Refusal('overloaded', { headers: { 'retry-after': '1' } })
      await new Promise<void>((resolve) => queue.push(resolve))
    } else busy++
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next === undefined) busy--
      else next()
    }
  }
}

/** Deliberately slow work: 64 MiB each for a password, a tenth of a second of a core for a passphrase. */
export const slowly = few(2, 50)
