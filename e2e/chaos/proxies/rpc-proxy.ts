import type { Controls } from '../../../gateway/testnet/controls.ts'
import { rpc } from '../rpc.ts'
import { type FaultProxy, type Means, type Meeting, startFaultProxy } from './proxy.ts'
import type { Call } from './rpc-fault.ts'
import { type RpcFaultName, rpcFaults } from './rpc-faults.ts'
import { type Asked, type Fate, forward, type Reply } from './server.ts'

/**
 * Between a gateway and its chain. A rollback never goes below `floor`: what was there before the traffic stays. `hear` gets
 * every request as it came.
 */
export async function startRpcProxy(
  rpcUrl: string,
  controls: Controls,
  floor: { block: number },
  hear: (body: string) => void,
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
  function meetOne(name: RpcFaultName, asked: Asked, means: Means): Meeting {
    const call = callIn(asked.body)
    const { id, method } = call
    const passWith = (params: unknown[]) =>
      forward(rpcUrl, { ...asked, body: JSON.stringify({ jsonrpc: '2.0', id, method, params }) })
    return rpcFaults[name](call, { ...means, rollback, head, passWith })
  }
  function meet(name: RpcFaultName, asked: Asked, means: Means): Meeting {
    const value: unknown = JSON.parse(asked.body)
    if (!Array.isArray(value)) return meetOne(name, asked, means)
    const parts = value.map((call): Part => {
      const one = { ...asked, body: JSON.stringify(call) }
      const pass = () => forward(rpcUrl, one)
      return { pass, meeting: meetOne(name, one, { ...means, pass }) }
    })
    return parts.every(({ meeting }) => meeting === undefined) ? undefined : together(parts)
  }
  return startFaultProxy<RpcFaultName>(rpcUrl, meet, ({ body }) => hear(body))
}

/** One call of a batch: what a fault makes of it, and the truth. */
type Part = { meeting: Meeting; pass(): Promise<Reply> }

/** A fault of the connection is one of the whole batch; a lie is one of its answers. */
async function together(parts: Part[]): Promise<Fate | undefined> {
  const fates = await Promise.all(parts.map(({ meeting }) => meeting))
  if (fates.every((fate) => fate === undefined)) return undefined
  const bodies: Promise<string>[] = []
  for (const [index, { pass }] of parts.entries()) {
    const fate = fates[index]
    if (fate === 'dropped' || (fate !== undefined && ('cut' in fate || fate.status !== 200))) return fate
    bodies.push((fate === undefined ? pass() : Promise.resolve(fate)).then(({ body }) => body.toString()))
  }
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: `[${(await Promise.all(bodies)).join()}]`,
  }
}

function callIn(body: string): Call {
  const { id = null, method, params } = JSON.parse(body) as { id?: unknown; method: unknown; params?: unknown }
  return { id, method: String(method), params: Array.isArray(params) ? params : [] }
}
