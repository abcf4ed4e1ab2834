import type { Hex } from '#shared/model/ids.ts'
import { type Block, type Chain, ChainUnavailable } from './port.ts'
import type { TokenMove } from './token-move.ts'

/** `time`: of its block, in seconds. */
export type PlacedMove = TokenMove & { time: number }

/** Blocks in one question. */
const AT_ONCE = 50

/**
 * Moves that stand where the node says: the chain has their block, and the block has their transaction. Throws
 * `ChainUnavailable` where one does not, since a node that is asked again may show what is.
 */
export async function placedMoves(chain: Pick<Chain, 'block'>, moves: readonly TokenMove[]): Promise<PlacedMove[]> {
  const heights = [...new Set(moves.map(({ block }) => block))]
  const blocks = new Map<Hex, Block>()
  for (let start = 0; start < heights.length; start += AT_ONCE) {
    const some = await Promise.all(heights.slice(start, start + AT_ONCE).map((height) => chain.block(height)))
    for (const block of some) if (block !== undefined) blocks.set(block.hash, block)
  }
  return moves.map((move) => placed(move, blocks.get(move.blockHash)))
}

/** All moves of a block, in order. */
export async function movesOfBlock(chain: Pick<Chain, 'movesIn'>, block: Block): Promise<PlacedMove[]> {
  const moves = block.transactions.length === 0 ? [] : await chain.movesIn(block.hash)
  return moves.map((move) => placed(move, block.hash === move.blockHash ? block : undefined))
}

function placed(move: TokenMove, block: Block | undefined): PlacedMove {
  if (block?.transactions.includes(move.hash) === true) return { ...move, time: block.time }
  throw new ChainUnavailable(`The node shows a move by ${move.hash}, which is not in block ${move.block} of the chain`)
}
