import type { Hex } from '#shared/model/ids.ts'
import { atomically } from '../../db/database.ts'
import type { World } from '../../world/world.ts'
import { goBack, type Scanned, scannedBlocks } from './position-store.ts'
import { arrivalsBetween, type Placed, removeArrivals } from './store.ts'

/** So many are taken back in one commit, so that a payment never waits for long behind this. */
const AT_ONCE = 100

/**
 * After a reorganisation: goes back to the newest block that the chain still has, and takes back what came in with blocks
 * that are gone. Wherever it is killed, the next look finds the same and goes on with it.
 */
export async function rewind(world: World): Promise<void> {
  const ancestor = await newestThere(world, await scannedBlocks(world.db))
  const above = await arrivalsBetween(world.db, (ancestor?.number ?? -1) + 1)
  const gone = await goneAmong(world, above)
  world.log.warn({ to: ancestor?.number, gone: gone.length }, 'a reorganisation: what came in is looked for again')
  for (let start = 0; start < gone.length; start += AT_ONCE) {
    world.step('before storing arrivals')
    const some = gone.slice(start, start + AT_ONCE)
    await atomically(world.db, (trx) => removeArrivals(trx, some, world.clock.now()))
    world.step('after storing arrivals')
  }
  await goBack(world.db, ancestor?.number ?? -1)
}

async function isThere(world: World, { number, hash }: Scanned): Promise<boolean> {
  return (await world.chain.block(number))?.hash === hash
}

/** Another block stands in its place. Of a height that the chain has not reached again nothing can be said. */
async function isGone(world: World, { number, hash }: Scanned): Promise<boolean> {
  const block = await world.chain.block(number)
  return block !== undefined && block.hash !== hash
}

/** Whoever has a block has all before it: of some, newest first, found by halves. */
async function newestThere(world: World, blocks: readonly Scanned[]): Promise<Scanned | undefined> {
  let [gone, there] = [-1, blocks.length]
  while (there - gone > 1) {
    const middle = Math.floor((gone + there) / 2)
    const block = blocks[middle]
    if (block !== undefined && (await isThere(world, block))) there = middle
    else gone = middle
  }
  return blocks[there]
}

/** Those in whose block's place the chain has another. */
export async function goneAmong(world: World, arrivals: readonly Placed[]): Promise<Placed[]> {
  const gone = new Map<Hex, boolean>()
  for (const { blockNumber: number, blockHash: hash } of arrivals)
    if (!gone.has(hash)) gone.set(hash, await isGone(world, { number, hash }))
  return arrivals.filter(({ blockHash }) => gone.get(blockHash))
}
