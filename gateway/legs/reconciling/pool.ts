import type { Address } from '#shared/model/ids.ts'
import type { World } from '../../world/world.ts'
import { senderState } from './senders-store.ts'

/** One wild answer must not hold a payment up. */
const ASK_AGAIN_MS = 1_000

/**
 * How far the nodes' pools count the nonces of a sender, where that is beyond what is known here; else undefined. What waits
 * there was signed by this gateway before its data folder was put back, or with its key elsewhere: to sign at the nonces above
 * it could pay twice, and would wait for it anyway. It is known once it is mined.
 */
export async function unknownInPool(world: World, sender: Address): Promise<number | undefined> {
  if ((await beyond(world, sender)) === undefined) return undefined
  await world.clock.sleep(ASK_AGAIN_MS, world.drained)
  return beyond(world, sender)
}

/** What is known is read after the pool: another process that serves this database stores before it sends. */
async function beyond(world: World, sender: Address): Promise<number | undefined> {
  const pending = await world.chain.pendingNonce(sender)
  const { accounted } = await senderState(world.db, sender)
  return pending > accounted ? pending : undefined
}
