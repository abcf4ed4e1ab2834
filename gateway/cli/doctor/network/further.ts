import { BLOCKS_BEHIND } from '../../../chain/live/receipts.ts'
import { ask, type Client } from '../../../chain/live/rpc/client.ts'
import { bad, type Finding, ok, reason } from '../finding.ts'

/** A node beside that of `SOTTO_RPC_URL`. `name`: for people, without its URL, which may hold a key. */
export type Further = { name: string; setting: 'SOTTO_RPC_URLS_CONFIRM' | 'SOTTO_RPC_URL_ARCHIVE'; client: Client }

/**
 * Whether the further nodes answer, serve the chain, and are not minutes behind the first one. While a confirming node is away,
 * the gateway lists no arrival.
 */
export async function furtherFound(nodes: readonly Further[], chainId: number, first: Client): Promise<Finding[]> {
  // That the first one does not answer is a finding of its own.
  const newest = nodes.length === 0 ? 0n : await first.getBlockNumber().catch(() => 0n)
  return Promise.all(
    nodes.map(async ({ name, setting, client }) => {
      const mend = `check ${setting}`
      try {
        const said = await ask('chain ID', () => client.getChainId())
        if (said !== chainId) return bad(name, `serves chain ${said}, not ${chainId}`, mend)
        const missing = newest - (await ask('newest block', () => client.getBlockNumber()))
        return missing > BLOCKS_BEHIND ? bad(name, `is ${missing} blocks behind`, mend) : ok(name, 'answers')
      } catch (error) {
        return bad(name, reason(error), mend)
      }
    }),
  )
}
