import type { World } from '../../world/world.ts'
import { POOL_MS } from '../reconciling/restores-store.ts'
import type { Unattributed } from '../reconciling/unattributed/store.ts'
import { tagsSince } from './begin-store.ts'

/** The lowest block that is newer than tags in this database, as far as one was asked about. */
const boundsOf = (world: World) => world.memory.part('tags since', () => ({ newer: Number.MAX_SAFE_INTEGER }))

type Place = Pick<Unattributed, 'tagRow' | 'blockNumber'>

/**
 * Whether an unattributed transaction may be a payment that an older version signed, without a tag: mined before this
 * database came to tags, or from a pool a while later. One that is newer was not signed here, and is no payment. A later
 * release ends this question.
 */
export async function mayBeOlder(world: World, one: Place): Promise<boolean> {
  if (isNewer(world, one)) return false
  const block = await world.chain.block(one.blockNumber, { wasSeen: true, old: true })
  if (block === undefined || block.time * 1000 <= (await tagsSince(world.db)) + POOL_MS) return true
  const bounds = boundsOf(world)
  bounds.newer = Math.min(bounds.newer, one.blockNumber)
  return false
}

/** Whether it is known already to be no such payment: nothing is asked. */
export function isNewer(world: World, { tagRow, blockNumber }: Place): boolean {
  return tagRow !== null || blockNumber >= boundsOf(world).newer
}
