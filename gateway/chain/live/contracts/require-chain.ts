import type { Client } from '../rpc/client.ts'

const MAIN_NETWORK = 1
const QUANTITY = /^0x[0-9a-f]+$/i

/** Throws where a node, that of a setting, serves another chain than was wanted. */
export function requireChain(found: number, wanted: number, setting = 'SOTTO_RPC_URL'): void {
  if (found === wanted) return
  const main =
    found === MAIN_NETWORK ? 'This is a main network, where money is real: Sotto refuses those for now. ' : ''
  throw new Error(`The RPC serves chain ${found}, not ${wanted}. ${main}Check ${setting}.`)
}

/**
 * The same of further nodes, each asked once. Of one that does not answer with a quantity nothing is known: it may answer
 * later.
 */
export async function requireSameChain(nodes: readonly Client[], wanted: number, setting: string): Promise<void> {
  const once = { retryCount: 0 }
  const asked = nodes.map((node) => node.request({ method: 'eth_chainId' }, once).catch(() => undefined))
  for (const said of (await Promise.all(asked)) as unknown[])
    if (typeof said === 'string' && QUANTITY.test(said)) requireChain(Number(said), wanted, setting)
}
