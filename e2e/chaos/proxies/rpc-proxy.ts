import type { Controls } from '../../../gateway/testnet/controls.ts'
import { rpc } from '../rpc.ts'
import { type FaultProxy, startFaultProxy } from './proxy.ts'
import { type Call, type RpcFaultName, rpcFaults } from './rpc-faults.ts'
import { forward } from './server.ts'

/** Between a gateway and its chain. A rollback never goes below `floor`: what was there before the traffic stays. */
export async function startRpcProxy(
  rpcUrl: string,
  controls: Controls,
  floor: { block: number },
): Promise<FaultProxy<RpcFaultName>> {
  const head = async () => Number(await rpc<string>(rpcUrl, 'eth_blockNumber'))
  async function rollback(blocks: number): Promise<boolean> {
    if ((await head()) - blocks <= floor.block) return false
    // The test-net refuses to go back beyond its last snapshot; then there is no reorganisation this time.
    return controls.rollback(blocks).then(
      () => true,
      () => false,
    )
  }
  return startFaultProxy<RpcFaultName>(rpcUrl, (name, asked, means) => {
    const call = callIn(asked.body)
    if (call === undefined) return undefined
    const { id, method } = call
    const passWith = (params: unknown[]) =>
      forward(rpcUrl, { ...asked, body: JSON.stringify({ jsonrpc: '2.0', id, method, params }) })
    return rpcFaults[name](call, { ...means, rollback, head, passWith })
  })
}

/** A single call; batches pass by unharmed, as this gateway sends none. */
function callIn(body: string): Call | undefined {
  const value: unknown = JSON.parse(body)
  if (typeof value !== 'object' || value === null || !('method' in value)) return undefined
  const { id, method, params } = value as { id?: unknown; method: unknown; params?: unknown }
  return { id: id ?? null, method: String(method), params: Array.isArray(params) ? params : [] }
}
