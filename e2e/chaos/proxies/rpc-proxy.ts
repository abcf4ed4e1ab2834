import type { Controls } from '../../../gateway/devnet/controls.ts'
import { rpc } from '../rpc.ts'
import { type FaultProxy, startFaultProxy } from './proxy.ts'
import { type Call, type RpcFaultName, rpcFaults } from './rpc-faults.ts'
import { jsonReply } from './server.ts'

/** Between a gateway and its chain. A rollback never goes below `floor`: what was there before the traffic stays. */
export async function startRpcProxy(
  rpcUrl: string,
  controls: Controls,
  floor: { block: number },
): Promise<FaultProxy<RpcFaultName>> {
  async function rollback(blocks: number): Promise<void> {
    const head = Number(await rpc<string>(rpcUrl, 'eth_blockNumber'))
    // The test-net refuses to go back beyond its last snapshot; then there is no reorganisation this time.
    if (head - blocks > floor.block) await controls.rollback(blocks).catch(() => {})
  }
  // The test-net's block 0 has another hash after a snapshot, by which a gateway that starts later would not know it.
  const genesis = await rpc<object>(rpcUrl, 'eth_getBlockByNumber', '0x0', false)
  return startFaultProxy<RpcFaultName>(
    rpcUrl,
    (name, asked, means) => {
      const call = callIn(asked.body)
      return call && rpcFaults[name](call, { ...means, rollback })
    },
    (asked) => {
      const call = asked.body.includes('"0x0"') ? callIn(asked.body) : undefined
      const first = call?.method === 'eth_getBlockByNumber' && call.params[0] === '0x0'
      return first ? jsonReply(200, { jsonrpc: '2.0', id: call.id, result: genesis }) : undefined
    },
  )
}

/** A single call; batches pass by unharmed, as this gateway sends none. */
function callIn(body: string): Call | undefined {
  const value: unknown = JSON.parse(body)
  if (typeof value !== 'object' || value === null || !('method' in value)) return undefined
  const { id, method, params } = value as { id?: unknown; method: unknown; params?: unknown }
  return { id: id ?? null, method: String(method), params: Array.isArray(params) ? params : [] }
}
