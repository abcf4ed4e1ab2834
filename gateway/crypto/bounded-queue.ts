import { Refusal } from '#shared/refusal.ts'

/** Lets so many works run at once, so many more wait, and refuses the rest as `overloaded`. */
export function boundedQueue(running: number, waiting: number) {
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

/**
 * The same, but anyone who asks takes turns: of each at most so many wait, and the next to run is the next who has not had a
 * turn, so that the work of one delays no other.
 */
export function fewByTurns(running: number, waitingOfOne: number, waiting: number) {
  const lines = new Map<string, (() => void)[]>()
  let busy = 0
  let queued = 0

  function next(): void {
    const [first] = lines
    if (first === undefined) {
      busy--
      return
    }
    const [who, line] = first
    const begin = line.shift()
    // To the back of the round.
    lines.delete(who)
    if (line.length > 0) lines.set(who, line)
    queued--
    begin?.()
  }

  return async <T>(who: string, work: () => Promise<T>): Promise<T> => {
    if (busy >= running) {
      const line = lines.get(who) ?? []
      if (line.length >= waitingOfOne || queued >= waiting) {
        throw new Refusal('overloaded', { headers: { 'retry-after': '1' } })
      }
      await new Promise<void>((resolve) => {
        line.push(resolve)
        lines.set(who, line)
        queued++
      })
    } else busy++
    try {
      return await work()
    } finally {
      next()
    }
  }
}

/** Deliberately slow work, by account: 64 MiB each for a password, a tenth of a second of a core for a passphrase. */
export const slowly = fewByTurns(2, 20, 200)
