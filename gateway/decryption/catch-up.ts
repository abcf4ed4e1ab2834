import type { Hex } from '#shared/model/ids.ts'
import { ChainUnavailable } from '../chain/port.ts'
import { type Operation, operandsOf } from '../fhe/operation.ts'
import type { World } from '../world/world.ts'
import { derive } from './derive.ts'

/** Blocks that are looked through: a payment of this gateway whose receipt nobody has looked at yet is in one of them. */
const BLOCKS = 64

/**
 * Derives handles from what the newest blocks computed. A balance can be unknown only because the payment that changed it
 * was mined a moment ago: one question to the node, where a decryption would take seconds. False where there was nothing to
 * be learned.
 */
export async function catchUp(world: World, walletId: string | null, wanted: readonly Hex[]): Promise<boolean> {
  if (world.config.SOTTO_AMOUNTS === 'decrypted') return false
  const lineage = leadingTo(wanted, await newestOperations(world))
  if (lineage.length === 0) return false
  await derive(world, walletId, lineage)
  return true
}

/** Anyone who asks at the same block shares the answer. */
async function newestOperations(world: World): Promise<Operation[]> {
  try {
    const { number: head } = await world.chain.head()
    const ask = () => world.chain.operations(Math.max(0, head - BLOCKS + 1), head)
    return await world.singleFlight.run('newest operations', String(head), ask)
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error
    world.log.warn({ reason: error.message }, 'the newest computations could not be read')
    return []
  }
}

/** Those that made the handles, and their operands: what strangers compute is neither kept nor waited for. */
function leadingTo(wanted: readonly Hex[], operations: readonly Operation[]): Operation[] {
  const making = new Map(operations.map((operation) => [operation.result, operation]))
  const needed = new Set<Operation>()
  const queue = [...wanted]
  for (let handle = queue.pop(); handle !== undefined; handle = queue.pop()) {
    const operation = making.get(handle)
    if (operation === undefined || needed.has(operation)) continue
    needed.add(operation)
    queue.push(...operandsOf(operation))
  }
  return operations.filter((operation) => needed.has(operation))
}
