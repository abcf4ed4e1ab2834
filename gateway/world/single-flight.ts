/** Work under way in this process, by kind and key: anyone who asks for the same shares the attempt, and its failure. */
export type SingleFlight = {
  run<T>(kind: string, key: string, work: () => Promise<T>): Promise<T>
}

export function createSingleFlight(): SingleFlight {
  const underway = new Map<string, Promise<unknown>>()
  return {
    run<T>(kind: string, key: string, work: () => Promise<T>): Promise<T> {
      const name = `${kind} ${key}`
      const shared = underway.get(name)
      if (shared !== undefined) return shared as Promise<T>
      const mine = work().finally(() => underway.delete(name))
      underway.set(name, mine)
      return mine
    },
  }
}
