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
  const above = await arrivalsBetween(world.db, (ancestor?.number ?? -1) + 1, Number.MAX_SAFE_INTEGER)
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

/** Those, oldest first, whose block the chain does not have: from the newest down to the first that is there. */
export async function goneAmong(world: World, arrivals: readonly Placed[]): Promise<Placed[]> {
  const gone: Placed[] = []
  let there: Placed | undefined
  for (const arrival of arrivals.toReversed()) {
    const { block_number: number, block_hash: hash } = arrival
    if (there !== undefined && number < there.block_number) break
    if (there?.block_hash === hash || (gone.at(-1)?.block_hash !== hash && (await isThere(world, { number, hash }))))
      there = arrival
    else gone.push(arrival)
  }
  return gone
}
