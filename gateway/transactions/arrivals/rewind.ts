import type { Address, Hex } from '#shared/model/ids.ts'
import { movesOfBlock } from '../../chain/placed-moves.ts'
import { type Block, ChainUnavailable } from '../../chain/port.ts'
import { atomically } from '../../db/database.ts'
import { errorWords } from '../../error-words.ts'
import { attemptsOf } from '../../legs/attempts-store.ts'
import { legsOf } from '../../legs/store.ts'
import type { World } from '../../world/world.ts'
import { reconcile } from '../reconcile.ts'
import { reconcileOnce } from '../reconcile-throttle.ts'
import { findTransaction } from '../store.ts'
import { type Confirmed, confirmedBetween } from '../taken-back-store.ts'
import { type Arrival, arrivalId } from './arrival.ts'
import { goBack, position, type Scanned, scannedBlocks, standsAt } from './position-store.ts'
import { arrivalsBetween, type Placed } from './read-store.ts'

/** Blocks asked for at once. */
const AT_ONCE = 20

/**
 * After a reorganisation: goes back to the newest block that the chain still has, unless another gateway has done so. What
 * came in with blocks that are gone is taken back by the look that goes on from there: nothing is taken without one.
 */
export async function rewind(world: World): Promise<void> {
  const from = await position(world.db)
  const blocks = await scannedBlocks(world.db)
  const ancestor = await newestThere(world, blocks)
  world.log.warn({ from: from.at?.number, to: ancestor?.number }, 'a reorganisation: what came in is looked for again')
  world.step('before storing arrivals')
  await atomically(world.db, async (trx) => {
    if (await standsAt(trx, from)) await goBack(trx, ancestor?.number ?? -1)
  })
  world.step('after storing arrivals')
}

async function isThere(world: World, { number, hash }: Scanned): Promise<boolean> {
  return (await world.chain.block(number))?.hash === hash
}

/** Another block stands in its place. Of a height that the chain has not reached again nothing can be said. */
async function isGone(world: World, { number, hash }: Scanned): Promise<boolean> {
  const block = await world.chain.block(number)
  return block !== undefined && block.hash !== hash
}

/** A chain that has a block has all before it: of some, newest first, found by halves. */
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

/** Listed arrivals of some blocks, both ends included, that were not seen there now. */
export async function unseenBetween(
  world: World,
  from: number,
  to: number,
  seen: readonly Arrival[],
): Promise<Placed[]> {
  const found = new Set(seen.map((arrival) => arrivalId(world.keys, arrival)))
  return (await arrivalsBetween(world.db, from, to)).filter(({ id }) => !found.has(id))
}

/**
 * Those that the chain does not show: another block stands in the place of theirs, or it is there without them. A node that
 * is asked for a block by its hash leaves nothing out of it. Of a height that the chain has not reached nothing is said.
 */
export async function notShownAmong(world: World, address: Address, arrivals: readonly Placed[]): Promise<Placed[]> {
  const lost: Placed[] = []
  for (const [blockHash, there] of Map.groupBy(arrivals, (arrival) => arrival.blockHash)) {
    const block = await world.chain.block(there[0]?.blockNumber ?? 0)
    if (block === undefined) continue
    const has = block.hash === blockHash ? await shownIn(world, address, block) : undefined
    lost.push(...there.filter(({ id, walletId }) => has?.(walletId).has(id) !== true))
  }
  return lost
}

/** IDs of what a block brings to a wallet with this address. */
async function shownIn({ chain, keys }: World, address: Address, block: Block) {
  const own = (await movesOfBlock(chain, block)).filter(({ to }) => to === address)
  const { stable, cstable } = chain.tokens
  return (id: string): Set<string> =>
    new Set(
      own.map(({ hash, position, handle }) =>
        arrivalId(keys, { wallet: { id }, hash, position, token: (handle === undefined ? stable : cstable).symbol }),
      ),
    )
}

/** Those in whose block's place the chain has another. */
export async function goneAmong<At extends Pick<Placed, 'blockNumber' | 'blockHash'>>(
  world: World,
  placed: readonly At[],
): Promise<At[]> {
  const blocks = [
    ...new Map(placed.map((at) => [at.blockHash, { number: at.blockNumber, hash: at.blockHash }])).values(),
  ]
  const gone = new Set<Hex>()
  for (let start = 0; start < blocks.length; start += AT_ONCE) {
    const some = blocks.slice(start, start + AT_ONCE)
    const answers = await Promise.all(some.map((block) => isGone(world, block)))
    for (const [at, { hash }] of some.entries()) if (answers[at]) gone.add(hash)
  }
  return placed.filter(({ blockHash }) => gone.has(blockHash))
}

/**
 * Looks at payments that read settled by a block in whose place the chain has another. Throws `ChainUnavailable` where a look
 * could not say so of one, since the scan must not go on beyond it: nothing else would look at that payment.
 */
export async function lookAtTakenBack(world: World, legs: readonly Confirmed[]): Promise<void> {
  for (const id of new Set(legs.map(({ transactionId }) => transactionId)))
    await reconcileOnce(world, id, () => reconcile(world, id), { everyMs: 0 })
  for (const { transactionId, blockNumber, blockHash } of legs) {
    const now = await confirmedBetween(world.db, blockNumber, blockNumber)
    if (!now.some((leg) => leg.transactionId === transactionId && leg.blockHash === blockHash)) continue
    if (await isReadable(world, transactionId))
      throw new ChainUnavailable(`Block ${blockNumber} is gone, and a look still saw a payment in it`)
  }
}

/** One that was altered in the database is looked at by no gateway, and must not hold up what came in to others. */
async function isReadable(world: World, id: string): Promise<boolean> {
  try {
    const [, legs] = await Promise.all([findTransaction(world.db, world.keys, id), legsOf(world.db, world.keys, id)])
    await Promise.all(legs.map((leg) => attemptsOf(world.db, world.keys, leg.id)))
    return true
  } catch (error) {
    world.log.error({ transaction: id, reason: errorWords(error) }, 'a payment whose block is gone cannot be read')
    return false
  }
}
