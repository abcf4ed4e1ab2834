import { atomically } from '../../db/database.ts'
import type { World } from '../../world/world.ts'
import { beganAt, goOn } from './position-store.ts'

/** A machine's clock may be ahead of the chain's by so much. */
const CLOCKS_APART_S = 60 * 60

/**
 * The block where the first look begins. On a live network just before this gateway began to look: earlier arrivals are looked
 * for on demand (`sotto wallet rescan`). On the offline test-net, which is this gateway's own, at its first block: the one
 * before it changes its hash when the test-net takes a snapshot. False while the chain has not got that far.
 */
export async function begin(world: World, safe: number): Promise<boolean> {
  const isOwn = world.config.SOTTO_NETWORK === 'offline'
  const since = Math.floor((await beganAt(world.db)) / 1000) - CLOCKS_APART_S
  const number = isOwn ? 1 : await lastBefore(world, since, safe)
  const block = number > safe ? undefined : await world.chain.block(number)
  if (block === undefined) return false
  return atomically(world.db, (trx) => goOn(trx, undefined, { number, hash: block.hash }))
}

/** The last block made before a moment, found by halves; the first block of all where none was. */
async function lastBefore(world: World, seconds: number, safe: number): Promise<number> {
  let [before, after] = [0, safe + 1]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    const block = await world.chain.block(middle)
    if (block !== undefined && block.time < seconds) before = middle
    else after = middle
  }
  return before
}
