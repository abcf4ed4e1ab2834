import { assertLoopback } from './loopback.ts'
import type { TestnetInfo } from './types.ts'

const PATIENCE_MS = 30_000

/**
 * Makes sure that an RPC is the front of the test-net that `info` describes: on this machine, and naming the genesis hash
 * of its first start, which no other chain and no other installation has. Throws where it is not. A chain ID proves
 * nothing: the test-net bears Sepolia's. Block 0 itself is not asked for: a node loaded from a snapshot makes its own. `away`:
 * the error's sentence where no test-net answers.
 */
export async function proveTestnet(
  info: Pick<TestnetInfo, 'rpcUrl' | 'relayerUrl' | 'genesisHash'>,
  away = `The test-net at ${info.rpcUrl} does not answer`,
): Promise<void> {
  assertLoopback(info.rpcUrl)
  assertLoopback(info.relayerUrl)
  const answer = await ask(info.rpcUrl, 'sotto_testnet', []).catch((cause: unknown) => {
    throw new Error(away, { cause })
  })
  const identity = answer as { genesisHash?: string } | undefined
  if (identity?.genesisHash === info.genesisHash) return
  throw new Error(`${info.rpcUrl} is not the offline test-net that was started here`)
}

async function ask(url: string, method: string, params: unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  return ((await response.json()) as { result?: unknown }).result
}
