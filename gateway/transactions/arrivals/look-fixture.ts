import type { World } from '../../world/world.ts'
import { learnArrivals, scanForArrivals } from './look.ts'

/** Looks for arrivals, then learns their amounts, and waits for both: the worker does them side by side. */
export async function look(world: World, everyMs = 0): Promise<void> {
  await scanForArrivals(world, everyMs)
  await learnArrivals(world, everyMs)
}
