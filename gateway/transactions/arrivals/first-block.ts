import { atomically } from '../../db/database.ts'
import { lastBlockBefore } from '../../legs/evidence/last-block-before.ts'
import type { World } from '../../world/world.ts'
import { beganAt, goOn, type Position } from './position-store.ts'

/** A machine's clock may be ahead of the chain's by so much. */
const CLOCKS_APART_S = 60 * 60

/**
 * The block where the first look begins. On a live network just before this gateway began to look: earlier arrivals are looked
 * for on demand (`sotto wallet rescan`). On the offline test-net, which is this gateway's own, at its first block: the one
 * before it changes its hash when the test-net takes a snapshot. False while the chain has not got that far.
 */
export async function begin(world: World, from: Position, safe: number): Promise<boolean> {
  const isOwn = world.config.SOTTO_NETWORK === 'offline'
  const since = Math.floor((await beganAt(world.db)) / 1000) - CLOCKS_APART_S
  const number = isOwn ? 1 : await lastBlockBefore(world, since, safe)
  const block = number > safe ? undefined : await world.chain.block(number)
  if (block === undefined) return false
  return atomically(world.db, (trx) => goOn(trx, from, { number, hash: block.hash }))
}
