import { BlockNotFoundError } from 'viem'
import type { Hex } from '#shared/model/ids.ts'
import type { Block, Chain } from '../../port.ts'
import type { Headers } from '../lineage/headers.ts'
import { ask, type Client } from '../rpc/client.ts'
import { despiteLag, type Height, isUnknownBlock } from '../rpc/lag.ts'
import { orElsewhere } from '../rpc/pruned.ts'

type Nodes = { client: Client; archive: Client; height: Height; headers: Headers }

/** Heads and blocks; each that is seen is noted with its header. */
export function createBlocks({ client, archive, height, headers }: Nodes): Pick<Chain, 'head' | 'block'> {
  const noted = (found: Found) => {
    const block = blockOf(found)
    headers.note(block)
    return block
  }

  return {
    head: () =>
      ask('newest block', async () => {
        const newest = () => client.getBlock({ blockTag: 'latest' })
        const found = await despiteLag(newest, (block) => height.isBehind(Number(block.number)))
        const number = Number(found.number)
        height.settleFor(number)
        height.note(number)
        return { number, ...noted(found) }
      }),

    block: (number, { wasSeen = false, old = false } = {}) =>
      ask('a block', async () => {
        if (wasSeen) height.noteTold(number)
        const lookAt = (node: Client) =>
          node.getBlock({ blockNumber: BigInt(number) }).catch((error: unknown) => {
            if (error instanceof BlockNotFoundError || isUnknownBlock(error)) return undefined
            throw error
          })
        const look = async () => {
          const isElsewhere = old && archive !== client
          const newest = await orElsewhere(lookAt(client), isElsewhere)
          // A node may have forgotten a block that its chain is longer than.
          const isAsked = newest === undefined && isElsewhere && height.isExpected(number)
          return isAsked ? lookAt(archive) : newest
        }
        const found = await despiteLag(look, (block) => block === undefined && height.isExpected(number))
        if (found === undefined) height.requireRolledBack(number)
        return found && noted(found)
      }),
  }
}

type Found = { hash: Hex; parentHash: Hex; timestamp: bigint; transactions: readonly Hex[] }

function blockOf({ hash, parentHash, timestamp, transactions }: Found): Block {
  return { hash, parent: parentHash, time: Number(timestamp), transactions }
}
