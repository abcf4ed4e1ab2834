/** One at a time by name, first come first served. */
export type Locks = {
  run<T>(name: string, work: () => Promise<T>): Promise<T>
}

/** Locks within this process: enough while one process serves a database. */
export function createLocks(): Locks {
  const tails = new Map<string, Promise<unknown>>()
  return {
    async run(name, work) {
      const before = tails.get(name) ?? Promise.resolve()
      const mine = before.then(work)
      const tail = mine.catch(() => undefined)
      tails.set(name, tail)
      try {
        return await mine
      } finally {
        if (tails.get(name) === tail) tails.delete(name)
      }
    },
  }
}
