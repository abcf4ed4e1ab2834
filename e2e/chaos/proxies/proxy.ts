import type { Random } from '../random.ts'
import { type Asked, type Fate, forward, listen, type Reply } from './server.ts'

/** Stands between a gateway and what it depends on, and lies as it is told to. */
export type FaultProxy<Name extends string> = {
  origin: string
  /** From now on until `off`. One fault at a time. */
  on(name: Name, random: Random): void
  off(): void
  /** How many requests each fault has met. */
  met: Map<Name, number>
  close(): Promise<void>
}

/** What every fault may use. */
export type Means = {
  random: Random
  /** Hands the request on and gives the answer. */
  pass(): Promise<Reply>
  /** Aborted when the fault is over: what it held up goes on. */
  over: AbortSignal
}

/** What becomes of a request that a fault looks at; undefined, at once or later, where it lets it through after all. */
export type Meeting = Promise<Fate | undefined> | undefined

export async function startFaultProxy<Name extends string>(
  target: string,
  meet: (name: Name, asked: Asked, means: Means) => Meeting,
  hear: (asked: Asked) => void = () => {},
): Promise<FaultProxy<Name>> {
  const met = new Map<Name, number>()
  let active: { name: Name; random: Random; over: AbortController } | undefined

  const server = await listen(async (asked) => {
    hear(asked)
    const pass = () => forward(target, asked)
    if (active === undefined) return pass()
    const { name, random, over } = active
    const meeting = meet(name, asked, { random, pass, over: over.signal })
    if (meeting === undefined) return pass()
    const count = (by: number) => met.set(name, (met.get(name) ?? 0) + by)
    count(1)
    const fate = await meeting
    if (fate === undefined) count(-1)
    return fate ?? pass()
  })
  const off = () => {
    active?.over.abort()
    active = undefined
  }
  return {
    origin: server.origin,
    on(name, random) {
      off()
      active = { name, random, over: new AbortController() }
    },
    off,
    met,
    async close() {
      off()
      await server.close()
    },
  }
}
