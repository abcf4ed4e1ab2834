import type { Address } from '#shared/model/ids.ts'
import { OPERATOR_ACCOUNT } from '../../accounts/operator-account.ts'
import { movesOfBlock, type PlacedMove } from '../../chain/placed-moves.ts'
import { ChainUnavailable } from '../../chain/port.ts'
import { deepHeight } from '../../legs/evidence/inclusion.ts'
import { findWatched } from '../../wallets/store.ts'
import type { World } from '../../world/world.ts'
import { learnAmounts } from './amounts.ts'
import { incomeIn } from './income.ts'
import { isStillScanned, type Scanned, scannedBlocks } from './position-store.ts'
import { notShownAmong, unseenBetween } from './rewind.ts'
import { blockAt, movesInRun, NEAR, RUN_MAX, writeAll } from './scan.ts'

/** `arrivals`: listed now and not before. `removed`: listed before and not now. */
export type Rescanned = { blocks: number; arrivals: number; removed: number }

/**
 * Looks for what came in to one address, from a block up to where the scan stands: from there on the scan sees it itself.
 * A listed arrival that the chain does not show is taken back. May be run again. Throws where no wallet has the address, or the
 * chain no such block.
 */
export async function rescan(world: World, address: Address, fromBlock: number): Promise<Rescanned> {
  const { wallets } = await findWatched(world.db, world.keys, [address], OPERATOR_ACCOUNT)
  if (wallets.length === 0) throw new Error(`No wallet of this gateway has the address ${address}.`)
  const { number: newest } = await world.chain.head()
  if (fromBlock > newest) throw new Error(`The chain ends at block ${newest}: name that one or an earlier one.`)
  const ids = new Set(wallets.map(({ id }) => id))
  let from = fromBlock
  let [found, removed] = [0, 0]
  for (let size = RUN_MAX; ; ) {
    const { scanned, end, deep } = await endOf(world)
    if (from > end) break
    const to = from > deep ? from : Math.min(deep, end, from + size - 1)
    const moves =
      from > deep ? await movesInBlock(world, address, from) : await movesUnlessMany(world, address, from, to)
    if (moves === undefined) {
      size = Math.ceil((to - from) / 2)
      continue
    }
    const arrivals = await incomeIn(world, moves)
    const unseen = await unseenBetween(world, from, to, arrivals)
    const lost = await notShownAmong(
      world,
      address,
      unseen.filter(({ walletId }) => ids.has(walletId)),
    )
    // The scan looks again through the blocks of a reorganisation, and would not see what is written of those that are gone.
    const written = await writeAll(world, arrivals, lost, (trx) => isStillScanned(trx, scanned))
    if (written === undefined) continue
    found += written.more
    removed += written.fewer
    from = to + 1
    // One fault does not make all that follows slow.
    size = Math.min(RUN_MAX, Math.ceil(size * 1.25))
  }
  for (const { id } of wallets.filter(({ type }) => type === 'CUSTODIAL')) await learnAmounts(world, id)
  return { blocks: from - fromBlock, arrivals: found, removed }
}

type End = { scanned: Scanned | undefined; end: number; deep: number }

/**
 * `end`: where the scan stands; before its first look, as deep as it would look. `deep`: up to which every node has the blocks.
 */
async function endOf(world: World): Promise<End> {
  const [scanned] = await scannedBlocks(world.db, 1)
  const { number: head } = await world.chain.head()
  const end = Math.min(scanned?.number ?? head, deepHeight(world, head))
  return { scanned, end, deep: head - NEAR }
}

/** One of the newest blocks: a node that lacks it says so. */
async function movesInBlock(world: World, address: Address, number: number): Promise<PlacedMove[]> {
  const moves = await movesOfBlock(world.chain, await blockAt(world, number))
  return moves.filter(({ to }) => to === address)
}

/** Undefined where a run that can be made shorter is refused by the node, or brings too much at once. */
async function movesUnlessMany(world: World, address: Address, from: number, to: number) {
  try {
    return (await movesInRun(world, [address], from, to))?.moves
  } catch (error) {
    if (error instanceof ChainUnavailable && to > from) return undefined
    throw error
  }
}
