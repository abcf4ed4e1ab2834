import { setTimeout as sleep } from 'node:timers/promises'
import { forward, listen } from '../../chaos/proxies/server.ts'

/** One request on the wire. Milliseconds. */
type Trip = { methods: string[]; from: number; to: number }

export type FarNode = {
  origin: string
  /** Milliseconds that pass before an answer goes back. */
  delay: number
  /** What was asked since the last time. */
  take(): Trip[]
  close(): Promise<void>
}

/** Stands between a gateway and its node, holds every answer back for a while, and keeps count. */
export async function startFarNode(target: string): Promise<FarNode> {
  let trips: Trip[] = []
  const server = await listen(async (asked) => {
    const trip: Trip = { methods: methodsIn(asked.body), from: performance.now(), to: Number.POSITIVE_INFINITY }
    trips.push(trip)
    const reply = await forward(target, asked)
    if (node.delay > 0) await sleep(node.delay)
    trip.to = performance.now()
    return reply
  })
  const node: FarNode = {
    origin: server.origin,
    delay: 0,
    take() {
      const taken = trips
      trips = []
      return taken
    },
    close: server.close,
  }
  return node
}

function methodsIn(body: string): string[] {
  const value = JSON.parse(body) as { method: string } | { method: string }[]
  return (Array.isArray(value) ? value : [value]).map(({ method }) => method)
}

/** How many of them came one after the other: the longest chain in which each begins when the one before has ended. */
export function inSequence(trips: readonly Trip[]): number {
  let count = 0
  let free = Number.NEGATIVE_INFINITY
  for (const { from, to } of [...trips].sort((a, b) => a.to - b.to)) {
    if (from < free) continue
    count += 1
    free = to
  }
  return count
}
