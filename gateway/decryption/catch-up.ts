import { ChainUnavailable } from '../chain/port.ts'
import type { World } from '../world/world.ts'
import { derive } from './derive.ts'

/** Blocks that are looked through: a payment of this gateway whose receipt nobody has looked at yet is in one of them. */
const BLOCKS = 64

/**
 * Derives what the newest blocks computed. A balance can be unknown only because the payment that changed it was mined a
 * moment ago: one question to the node, where a decryption would take seconds. Whoever comes at the same block shares it.
 * False where nothing was looked at.
 */
export async function catchUp(world: World, walletId: string | null): Promise<boolean> {
  if (world.config.SOTTO_AMOUNTS === 'decrypted') return false
  try {
    const { number: head } = await world.chain.head()
    await world.singleFlight.run('catch up', String(head), async () =>
      derive(world, walletId, await world.chain.operations(Math.max(0, head - BLOCKS + 1), head)),
    )
    return true
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error
    world.log.warn({ reason: error.message }, 'the newest computations could not be read')
    return false
  }
}
