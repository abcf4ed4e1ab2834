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

/**
 * `meet` says what becomes of a request while a fault is on; undefined where the fault lets it through. `always` answers
 * whether a fault is on or not.
 */
export async function startFaultProxy<Name extends string>(
  target: string,
  meet: (name: Name, asked: Asked, means: Means) => Promise<Fate> | undefined,
  always: (asked: Asked) => Fate | undefined = () => undefined,
): Promise<FaultProxy<Name>> {
  const met = new Map<Name, number>()
  let active: { name: Name; random: Random; over: AbortController } | undefined

  const server = await listen(async (asked) => {
    const known = always(asked)
    if (known !== undefined) return known
    const pass = () => forward(target, asked)
    if (active === undefined) return pass()
    const { name, random, over } = active
    const fate = meet(name, asked, { random, pass, over: over.signal })
    if (fate === undefined) return pass()
    met.set(name, (met.get(name) ?? 0) + 1)
    return fate
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
