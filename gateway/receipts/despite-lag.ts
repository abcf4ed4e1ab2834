import { ChainUnavailable } from '../chain/port.ts'
import { isInChain, type Place } from '../legs/evidence/inclusion.ts'
import type { World } from '../world/world.ts'
import { NotShown } from './sign-receipt.ts'

/** A node that is behind by a block or two has caught up, or another one answers, within this time. */
const AGAIN_MS = [100, 400, 1_000, 1_500]

/**
 * Issues a receipt of a transaction that was seen on chain. That it is not shown says nothing before another block stands in the place of
 * one of its own, or the chain stays shorter: it is asked again, and then the node counts as one that does not answer
 * (`ChainUnavailable`). A transaction that no node has shown is not there.
 */
export async function despiteLag<T>(world: World, seen: readonly Place[], issue: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await issue()
    } catch (error) {
      if (!(error instanceof NotShown) || seen.length === 0 || (await isGone(world, seen))) throw error
      const pause = AGAIN_MS[tries]
      if (pause === undefined || world.drained.aborted)
        throw new ChainUnavailable('The node is behind: a receipt', error)
      await world.clock.sleep(pause, world.drained)
    }
  }
}

async function isGone(world: World, seen: readonly Place[]): Promise<boolean> {
  const gone = await Promise.all(
    seen.map(async (place) => {
      try {
        return !(await isInChain(world, place))
      } catch (error) {
        if (error instanceof ChainUnavailable) return false
        throw error
      }
    }),
  )
  return gone.includes(true)
}
