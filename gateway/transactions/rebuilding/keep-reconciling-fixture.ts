import type { World } from '../../world/world.ts'
import { emptyBacklog, reconcileRound } from './keep-reconciling.ts'

const AGAIN_MS = 2_000

/** What `keepReconciling` does, until there is nothing left to be done. */
export async function reconcileAtStart(world: World, unread: string): Promise<void> {
  const backlog = emptyBacklog()
  while (!world.closing.aborted && !(await reconcileRound(world, unread, backlog))) {
    await world.clock.sleep(AGAIN_MS, world.closing)
  }
}
