import type { Transform } from 'node:stream'
import type { Hash } from 'viem'
import type { Rpc } from '../chain/rpc.ts'
import { fillArchive } from './fill.ts'
import { openArchive } from './store.ts'
import { type StateList, thinState } from './thin-state.ts'

/** How a state comes to be without its older blocks. */
export type Thinning = {
  /** The archive's file. */
  archive: string
  /** Newest block that the published snapshot is without, and the one that the next is to be without. */
  archived: number
  upTo: number
  genesisHash: Hash
}

/** Blocks that stay with the node: as far back as BLOCKHASH sees. Past states and the tags reach less far. */
const KEPT_BLOCKS = 256
/** Blocks of one snapshot: a folder that was never thinned gets there in steps, each of some ten seconds. */
const STEP = 5_000

/**
 * The newest block that the next snapshot can be without. It is in the published one, so that no rollback, and no start
 * that begins there again, comes to it once more.
 */
export function archivable(published: { archived: number; height: number }, height: number): number {
  const oldEnough = Math.min(published.height, height - KEPT_BLOCKS, published.archived + STEP)
  return Math.max(published.archived, oldEnough)
}

/** Copies the node's older blocks into the archive. They are on disk when it returns; what it returns leaves them out. */
export async function archiveFor(
  rpc: Rpc,
  { archive: file, archived, upTo, genesisHash }: Thinning,
): Promise<Transform> {
  const archive = openArchive(file)
  try {
    await fillArchive(rpc, archive, archived, upTo)
  } finally {
    archive.close()
  }
  const genesis = await rpc.call<{ miner: string }>('eth_getBlockByHash', [genesisHash, false])
  return thinState((list, element) => {
    const number = numberOf(list, element)
    // A node makes a genesis of its own before it loads ours; the next would load both, in whatever order.
    if (list === 'blocks' && number === 0) return (element as StoredBlock).header.miner === genesis.miner
    return number > upTo
  })
}

/** As anvil 1.7.1 writes them. */
type StoredBlock = { header: { number: string; miner: string } }
type StoredTransaction = { block_number: number }

function numberOf(list: StateList, element: unknown): number {
  const number = Number(
    list === 'blocks' ? (element as StoredBlock).header.number : (element as StoredTransaction).block_number,
  )
  if (!Number.isSafeInteger(number)) throw new Error(`an element of the state's ${list} has no number`)
  return number
}
