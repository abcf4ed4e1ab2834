import type { World } from '../../world/world.ts'
import { type Course, reconcileRound } from './at-start.ts'

const AGAIN_MS = 2_000

/** What `keepReconciling` does, until there is nothing left to be done. */
export async function reconcileAtStart(world: World, unread: string): Promise<void> {
  const course: Course = { left: [], allAt: undefined, foundAt: 0 }
  while (!world.closing.aborted && !(await reconcileRound(world, unread, course))) {
    await world.clock.sleep(AGAIN_MS, world.closing)
  }
}
