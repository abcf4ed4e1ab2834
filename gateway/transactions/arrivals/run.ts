import type { Address, Hex } from '#shared/model/ids.ts'
import { type Block, ChainUnavailable } from '../../chain/port.ts'
import type { TokenMove } from '../../chain/token-move.ts'
import type { World } from '../../world/world.ts'

/**
 * So many of the newest blocks are asked for one by one, by hash: a node that lags then says that it lacks one, where over a
 * run of blocks it would leave out what it does not have without a word.
 */
export const NEAR = 32
/** Blocks of a run: fewer where the node refuses so many. */
export const RUN_MAX = 2_000
/** More moves than so many are not taken at once, so that memory stays flat: unless one block has them. */
const MOVES_MAX = 2_000
/** Addresses in one question. */
const ADDRESSES = 500

/**
 * What moved to some addresses in a run of blocks, both ends included, and the hash of the last one. Undefined where that is
 * too much at once. Throws `ChainUnavailable`, also where the chain was reorganised meanwhile.
 */
export async function movesInRun(
  world: World,
  addresses: readonly Address[],
  from: number,
  to: number,
): Promise<{ hash: Hex; moves: TokenMove[] } | undefined> {
  const { hash } = await blockAt(world, to)
  const moves: TokenMove[] = []
  for (let start = 0; start < addresses.length; start += ADDRESSES) {
    moves.push(...(await world.chain.movesTo(addresses.slice(start, start + ADDRESSES), from, to)))
    if (moves.length > MOVES_MAX && to > from) return undefined
  }
  if ((await blockAt(world, to)).hash !== hash) throw new ChainUnavailable('The chain was reorganised meanwhile')
  return { hash, moves }
}

/** Throws `ChainUnavailable` where the chain lacks the block. */
export async function blockAt({ chain }: World, number: number): Promise<Block> {
  const block = await chain.block(number)
  if (block === undefined) throw new ChainUnavailable(`The chain lacks block ${number}`)
  return block
}
