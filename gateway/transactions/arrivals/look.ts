import { ChainUnavailable } from '../../chain/port.ts'
import type { World } from '../../world/world.ts'
import { reconcileOnce } from '../reconcile-throttle.ts'
import { learnAmounts } from './amounts.ts'
import { scanStep } from './scan.ts'

/** Reads look at most this often, for all accounts together. */
const EVERY_MS = 3_000
/** A read waits so long for its look; the look goes on behind it. */
const PATIENCE_MS = 2_000
/** Steps of one look: a gateway that was away for long catches up in several. */
const STEPS = 20

/** Looks for what came in from outside, unless anybody has looked a moment ago, and for amounts that are not known yet. */
export function lookForArrivals(world: World, everyMs = EVERY_MS): Promise<void> {
  return reconcileOnce(world, 'arrivals', () => look(world), { everyMs })
}

/** As far as a read waits for it. */
export async function lookWithin(world: World, patienceMs = PATIENCE_MS): Promise<void> {
  const patience = new AbortController()
  await Promise.race([lookForArrivals(world), world.clock.sleep(patienceMs, patience.signal)])
  patience.abort()
}

/** Where the chain is away everything stays as it is: readers get what is stored. */
export async function look(world: World): Promise<void> {
  try {
    for (let steps = 0; steps < STEPS && !world.closing.aborted; steps++) if ((await scanStep(world)) === 'done') break
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const say = error instanceof ChainUnavailable ? world.log.warn : world.log.error
    say.call(world.log, { reason }, 'what came in could not be looked for')
  }
  await learnAmounts(world).catch((error: unknown) => {
    world.log.error({ reason: String(error) }, 'amounts that came in could not be looked for')
  })
}
