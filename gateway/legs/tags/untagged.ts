import type { World } from '../../world/world.ts'
import { POOL_MS } from '../reconciling/restores-store.ts'
import type { Unattributed } from '../reconciling/unattributed/store.ts'
import { tagsSince } from './begin-store.ts'

/** Since when this database has tags, in milliseconds; the highest block that is older, and the lowest one that is newer. */
type Bounds = { at: number | undefined; older: number; newer: number }

const boundsOf = (world: World) =>
  world.memory.part('tags since', (): Bounds => ({ at: undefined, older: -1, newer: Number.MAX_SAFE_INTEGER }))

type Place = Pick<Unattributed, 'tagRow' | 'blockNumber'>

/**
 * Whether an unattributed transaction may be a payment that an older version signed, without a tag: mined before this
 * database came to tags, or from a pool a while later. One that is newer was not signed here, and is no payment. A later
 * release ends this question.
 */
export async function mayBeOlder(world: World, one: Place): Promise<boolean> {
  const bounds = boundsOf(world)
  const { blockNumber } = one
  if (isNewer(world, one)) return false
  if (blockNumber <= bounds.older) return true
  bounds.at ??= await tagsSince(world.db)
  const block = await world.chain.block(blockNumber, { wasSeen: true, old: true })
  if (block === undefined) return true
  const isOlder = block.time * 1000 <= bounds.at + POOL_MS
  if (isOlder) bounds.older = Math.max(bounds.older, blockNumber)
  else bounds.newer = Math.min(bounds.newer, blockNumber)
  return isOlder
}

/** Whether it is known already to be no such payment: nothing is asked. */
export function isNewer(world: World, { tagRow, blockNumber }: Place): boolean {
  return tagRow !== null || blockNumber >= boundsOf(world).newer
}
