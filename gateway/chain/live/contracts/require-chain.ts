import type { Client } from '../rpc/client.ts'

const MAIN_NETWORK = 1

/** Throws where a node, that of a setting, serves another chain than was wanted. */
export function requireChain(found: number, wanted: number, setting = 'SOTTO_RPC_URL'): void {
  if (found === wanted) return
  const main = 'This is a main network, where money is real: Sotto refuses those for now.'
  const hint = found === MAIN_NETWORK ? main : `Check ${setting}.`
  throw new Error(`The RPC serves chain ${found}, not ${wanted}. ${hint}`)
}

/** The same of further nodes, each asked once. Of one that does not answer nothing is known: it may answer later. */
export async function requireSameChain(nodes: readonly Client[], wanted: number, setting: string): Promise<void> {
  const once = { retryCount: 0 }
  const found = nodes.map((node) => node.request({ method: 'eth_chainId' }, once).catch(() => undefined))
  for (const said of await Promise.all(found)) if (said !== undefined) requireChain(Number(said), wanted, setting)
}
