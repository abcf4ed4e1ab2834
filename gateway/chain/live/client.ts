import { createPublicClient, defineChain, http, type PublicClient, type Transport } from 'viem'
import { SpanKind, spanned } from '../../spans.ts'
import { ChainUnavailable } from '../port.ts'

export const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** One RPC request may take this long before it counts as unanswered. */
const TIMEOUT_MS = 10_000

export type Client = PublicClient

/** `cacheTime: 0`: viem would otherwise answer with a block number that is four seconds old. */
export function createClient(rpcUrl: string, chainId: number): Client {
  const chain = defineChain({
    id: chainId,
    name: 'sotto',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
    contracts: { multicall3: { address: MULTICALL3 } },
  })
  const transport = traced(http(rpcUrl, { timeout: TIMEOUT_MS, retryCount: 2, retryDelay: 100 }))
  return createPublicClient({ chain, transport, cacheTime: 0 }) as Client
}

/** Each call is a span by the name of its method alone: what is asked for is somebody's address or payment. */
function traced(transport: Transport): Transport {
  return (options) => {
    const made = transport(options)
    const request = ((call: { method: string }, more) =>
      spanned(`rpc ${call.method}`, SpanKind.CLIENT, { 'rpc.system': 'jsonrpc', 'rpc.method': call.method }, () =>
        made.request(call as never, more),
      )) as typeof made.request
    return { ...made, request }
  }
}

/** Asks the chain; whatever keeps it from answering becomes `ChainUnavailable`. */
export async function ask<T>(what: string, question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (cause) {
    if (cause instanceof ChainUnavailable) throw cause
    throw new ChainUnavailable(`The chain did not answer: ${what}`, cause)
  }
}
