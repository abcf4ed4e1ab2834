import { Refusal } from '#shared/refusal.ts'
import { ChainUnavailable } from '../../chain/port.ts'
import { errorWords } from '../../error-words.ts'
import type { World } from '../../world/world.ts'
import { reconcileOnce } from '../reconcile-throttle.ts'
import { learnAmounts } from './amounts.ts'
import { type Progress, scanStep } from './scan.ts'

/** Reads look at most this often, for all accounts together. */
const EVERY_MS = 3_000
/** How long a read waits for its look. */
const PATIENCE_MS = 2_000
/** Steps of one look: a gateway that was away for long catches up in several. */
const STEPS = 20

/** Looks for arrivals from outside, unless another read has looked a moment ago. Waits for no decryption. */
export function scanForArrivals(world: World, everyMs = EVERY_MS): Promise<void> {
  return reconcileOnce(world, 'arrivals', () => scan(world), { everyMs })
}

/**
 * Learns amounts that are not known yet, unless another read has a moment ago: it can take the KMS seconds, or fail for half a
 * minute.
 */
export function learnArrivals(world: World, everyMs = EVERY_MS): Promise<void> {
  return reconcileOnce(world, 'amounts that came in', () => learn(world), { everyMs })
}

/**
 * Waits for a look as long as a read may wait; the look goes on behind the read. Amounts are always learned behind it: how long
 * that takes depends on what others were paid, which no reader may learn.
 */
export async function lookWithin(world: World): Promise<void> {
  const patience = new AbortController()
  const scanned = scanForArrivals(world)
  void scanned.then(() => learnArrivals(world))
  await Promise.race([scanned, world.clock.sleep(PATIENCE_MS, patience.signal)])
  patience.abort()
}

/** So many steps as one look may take. `done` where nothing is left to be looked through. */
export async function scanSteps(world: World): Promise<Progress> {
  for (let steps = 0; steps < STEPS && !world.closing.aborted; steps++)
    if ((await scanStep(world)) === 'done') return 'done'
  return 'more'
}

/** If the chain is away everything stays as it is: readers get the stored rows. */
async function scan(world: World): Promise<void> {
  try {
    await scanSteps(world)
  } catch (error) {
    // Nothing was configured to look at.
    if (error instanceof Refusal) return
    const reason = errorWords(error)
    const say = error instanceof ChainUnavailable ? world.log.warn : world.log.error
    say.call(world.log, { reason }, 'what came in could not be looked for')
  }
}

async function learn(world: World): Promise<void> {
  await learnAmounts(world).catch((error: unknown) => {
    world.log.error({ reason: errorWords(error) }, 'amounts that came in could not be looked for')
  })
}
