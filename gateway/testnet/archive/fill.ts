import type { Rpc } from '../chain/rpc.ts'
import type { WholeBlock } from './block.ts'
import type { Archive } from './store.ts'

/** Blocks that are read at once, and written in one transaction: bounds what is held in memory. */
const AT_ONCE = 16

/**
 * Copies a node's blocks up to that one into the archive, which then holds what it held up to `published` and these.
 * What it holds above `published` is of a snapshot that never was; it is copied again.
 */
export async function fillArchive(rpc: Rpc, archive: Archive, published: number, upTo: number): Promise<void> {
  archive.forgetAbove(published)
  for (let first = published + 1; first <= upTo; first += AT_ONCE) {
    const count = Math.min(AT_ONCE, upTo - first + 1)
    archive.add(await Promise.all(Array.from({ length: count }, (_, index) => read(rpc, first + index))))
  }
}

async function read(rpc: Rpc, number: number): Promise<WholeBlock> {
  const at = `0x${number.toString(16)}`
  const [block, receipts] = await Promise.all([
    rpc.call<WholeBlock['block'] | null>('eth_getBlockByNumber', [at, true]),
    rpc.call<WholeBlock['receipts'] | null>('eth_getBlockReceipts', [at]),
  ])
  if (!block || receipts?.length !== block.transactions.length) throw new Error(`the node has no whole block ${number}`)
  return { block, receipts }
}
