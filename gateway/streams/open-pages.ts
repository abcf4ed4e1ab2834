import type { World } from '../world/world.ts'

/** Each stream of an open page of a request (`pages/pay-stream.ts`); their number is a metric. */
export function openPages<Viewer extends object>(world: World): Set<Viewer> {
  return world.memory.part('open pages of requests', () => new Set<Viewer>())
}
