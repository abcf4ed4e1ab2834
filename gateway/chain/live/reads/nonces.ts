import type { Address } from '#shared/model/ids.ts'
import { ask, type Client } from '../rpc/client.ts'
import { despiteLag, type Height, isUnknownBlock } from '../rpc/lag.ts'

type Nodes = { client: Client; archive: Client; height: Height }

/** Counts of a sender's transactions: mined, by a block, and with the pool's. */
export function createNonces({ client, archive, height }: Nodes) {
  const nonceIn = (node: Client, address: Address, block: number) =>
    despiteLag(() => node.getTransactionCount({ address, blockNumber: BigInt(block) }))

  /**
   * The newest count. A node that lags says a lower one, and nothing of that: asked for the newest block that is known as well,
   * it says that it does not have that. The chain may have lost it: then the count of now is believed.
   */
  const newestNonce = async (address: Address) => {
    const known = height.newest()
    const latest = () => client.getTransactionCount({ address, blockTag: 'latest' })
    if (known === 0) return latest()
    const atKnown = () => client.getTransactionCount({ address, blockNumber: BigInt(known) })
    try {
      return Math.max(...(await despiteLag(() => Promise.all([latest(), atKnown()]))))
    } catch (error) {
      if (!isUnknownBlock(error)) throw error
      return latest()
    }
  }

  const nonce = (sender: Address, block?: number) =>
    ask('nonce', () =>
      block === undefined
        ? newestNonce(sender)
        : nonceIn(client, sender, block).catch((error: unknown) => {
            // The state of old blocks is not kept by every node.
            if (archive === client) throw error
            return nonceIn(archive, sender, block)
          }),
    )

  const pendingNonce = (sender: Address) =>
    ask('pending nonce', () => client.getTransactionCount({ address: sender, blockTag: 'pending' }))

  async function noncesOf(sender: Address) {
    const [mined, pending] = await Promise.all([nonce(sender), pendingNonce(sender)])
    return [sender, { mined, pending }] as const
  }

  return { nonce, pendingNonce, noncesOf }
}
