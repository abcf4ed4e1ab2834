import type { Hex } from '#shared/model/ids.ts'
import { ChainUnavailable } from '../chain/port.ts'
import type { Computation } from '../fhe/computations.ts'
import type { World } from '../world/world.ts'
import { derive } from './derive.ts'

/** Blocks that are looked through: a payment of this gateway whose receipt was not looked at yet is in one of them. */
const BLOCKS = 64
/** Hundreds of payments have fewer. A stranger can make many more, and send the last result to a wallet. */
const COMPUTATIONS_MAX = 4_000

/**
 * Derives handles from what the newest blocks computed. A balance can be unknown only because the payment that changed it
 * was mined a moment ago: one question to the node, where a decryption would take seconds. False where there was nothing to
 * be learned.
 */
export async function deriveNewest(world: World, walletId: string | null, wanted: readonly Hex[]): Promise<boolean> {
  if (world.config.SOTTO_AMOUNTS === 'decrypted') return false
  const lineage = await newestLineage(world, wanted)
  if (lineage.length === 0 || lineage.length > COMPUTATIONS_MAX) return false
  await derive(world, walletId, lineage)
  return true
}

async function newestLineage(world: World, wanted: readonly Hex[]): Promise<Computation[]> {
  try {
    const { number: head } = await world.chain.head()
    return await world.chain.computationsLeadingTo(wanted, Math.max(0, head - BLOCKS + 1), head)
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error
    world.log.warn({ reason: error.message }, 'the newest computations could not be read')
    return []
  }
}
