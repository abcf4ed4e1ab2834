import { ask, type Client } from '../../../chain/live/rpc/client.ts'
import { bad, type Finding, ok, reason } from '../finding.ts'

/** A node beside that of `SOTTO_RPC_URL`. `name`: for people, without its URL, which may hold a key. */
export type Further = { name: string; setting: 'SOTTO_RPC_URLS_CONFIRM' | 'SOTTO_RPC_URL_ARCHIVE'; client: Client }

/** Whether further nodes answer, and serve the chain. Without one that confirms nothing comes in. */
export function furtherFound(nodes: readonly Further[], chainId: number): Promise<Finding[]> {
  return Promise.all(
    nodes.map(async ({ name, setting, client }) => {
      const mend = `check ${setting}`
      try {
        const said = await ask('chain ID', () => client.getChainId())
        return said === chainId ? ok(name, 'answers') : bad(name, `serves chain ${said}, not ${chainId}`, mend)
      } catch (error) {
        return bad(name, reason(error), mend)
      }
    }),
  )
}
