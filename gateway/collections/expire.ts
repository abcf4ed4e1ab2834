import { confirmations } from '../config/config.ts'
import { atomically } from '../db/database.ts'
import { isAltered } from '../db/sealed/open-unaltered.ts'
import { errorWords } from '../error-words.ts'
import { append } from '../outbox/store.ts'
import { lapse } from '../requests/move-request.ts'
import { BLOCK_MS } from '../requests/states.ts'
import { lapsedRequests } from '../requests/store.ts'
import { scanSteps } from '../transactions/arrivals/look.ts'
import { scannedBlocks } from '../transactions/arrivals/position-store.ts'
import type { World } from '../world/world.ts'

/** Of some it may not be known yet what came in: these stay at the head of the list. */
const AT_ONCE = 10_000

/**
 * Ends open requests whose time is over, once the chain was looked through so far that what came in time is counted. Throws
 * `ChainUnavailable`: while incoming payments are unknown, no request lapses. Where more is left than one look goes through,
 * the next round goes on.
 */
export async function expireRequests(world: World): Promise<void> {
  // So long after the end a payment that was sent in time is mined, and deep enough.
  const grace = BLOCK_MS * confirmations(world.config)
  const due = await lapsedRequests(world.db, world.clock.now() - grace, 1)
  if (due.length === 0) return
  if ((await scanSteps(world)) === 'more') return
  // A payment that its payer sent in time may be in the first block after the end of the request.
  const until = Math.min(world.clock.now() - grace, (await lookedThroughUntil(world)) - BLOCK_MS)
  for (const id of await lapsedRequests(world.db, until, AT_ONCE)) {
    await expire(world, id).catch((error: unknown) => {
      // It stays open, and keeps no other from its end.
      if (!isAltered(error)) throw error
      world.log.warn({ request: id, reason: errorWords(error) }, 'a request could not be ended')
    })
  }
}

function expire(world: World, id: string): Promise<void> {
  return atomically(world.db, async (trx) => {
    const now = world.clock.now()
    await append(trx, await lapse(trx, world.keys, id, now), now)
  })
}

/**
 * The time of the newest block that was looked through, in milliseconds: a node that stands still shows nothing that came later.
 * The offline test-net makes no block while nothing happens.
 */
async function lookedThroughUntil(world: World): Promise<number> {
  if (world.config.SOTTO_NETWORK === 'offline') return Number.POSITIVE_INFINITY
  const [last] = await scannedBlocks(world.db, 1)
  const block = last && (await world.chain.block(last.number))
  return block === undefined ? 0 : block.time * 1000
}
