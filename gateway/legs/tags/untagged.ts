import type { World } from '../../world/world.ts'
import { POOL_MS } from '../reconciling/restores-store.ts'
import type { Unattributed } from '../reconciling/unattributed/store.ts'
import { tagsSince } from './begin-store.ts'

/**
 * Whether an unattributed transaction may be a payment that an older version signed, without a tag: mined before this
 * database came to tags, or from a pool a while later. One that is newer was not signed here, and is no payment. A later
 * release ends this question.
 */
export async function mayBeOlder(world: World, { tagRow, blockNumber }: Unattributed): Promise<boolean> {
  if (tagRow !== null) return false
  const from = await since(world)
  const block = await world.chain.block(blockNumber, { wasSeen: true, old: true })
  return block === undefined || block.time * 1000 <= from + POOL_MS
}

/** It never changes: asked once. */
async function since(world: World): Promise<number> {
  const known = world.memory.part('tags since', () => ({ at: undefined as number | undefined }))
  known.at ??= await tagsSince(world.db)
  return known.at
}
