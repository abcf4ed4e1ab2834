import { setImmediate as nextTurn } from 'node:timers/promises'
import { BlockNotFoundError, isHex, size } from 'viem'
import type { Hex } from '#shared/model/ids.ts'
import type { Header } from '../../../fhe/handles.ts'
import { type Block, ChainUnavailable } from '../../port.ts'
import { ask, type Client } from '../rpc/client.ts'
import { despiteLag, isUnknownBlock } from '../rpc/lag.ts'

/** Headers of the newest payments: what belongs to a hash never changes. */
const KEPT = 256

/** What handles are bound to, by the hash of their block. */
export type Headers = {
  /** A block that an answer has shown. */
  note(block: Pick<Block, 'hash' | 'parent' | 'time'>): void
  /** Of a header by which nothing is proven: a node may have told it wrongly, and is asked again. */
  forget(blockHash: Hex): void
  /** Throws `ChainUnavailable` where the node does not have the block: then nothing is known, and nothing refuted. */
  of(node: Client, blockHash: Hex): Promise<Header>
}

export function createHeaders(): Headers {
  const known = new Map<Hex, Header>()
  const note: Headers['note'] = ({ hash, parent, time }) => {
    if (!isHex(parent, { strict: true }) || size(parent) !== 32 || !Number.isSafeInteger(time)) return
    known.set(hash, { parentHash: parent, time })
    for (const oldest of known.keys()) {
      if (known.size <= KEPT) break
      known.delete(oldest)
    }
  }
  return {
    note,
    forget: (blockHash) => known.delete(blockHash),
    async of(node, blockHash) {
      // The newest block is often among the answers that came with the receipt.
      if (!known.has(blockHash)) await nextTurn()
      const noted = known.get(blockHash)
      if (noted !== undefined) return noted
      const { hash, parentHash, timestamp } = await ask('the block of a computation', () =>
        despiteLag(() => node.getBlock({ blockHash }), undefined, isMissing),
      )
      if (hash !== blockHash) throw new ChainUnavailable('The chain answered with another block than was asked for')
      note({ hash, parent: parentHash, time: Number(timestamp) })
      const header = known.get(blockHash)
      if (header === undefined) throw new ChainUnavailable('The chain answered with half a block')
      return header
    },
  }
}

/** Behind a balancer another node may have it. */
const isMissing = (error: unknown) => error instanceof BlockNotFoundError || isUnknownBlock(error)
