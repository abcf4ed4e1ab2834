import { createPublicClient, defineChain, type PublicClient } from 'viem'
import { ChainUnavailable } from '../../port.ts'
import { HistoryDropped } from '../../unavailable.ts'
import { isPruned } from './pruned.ts'
import { rpcTransport } from './transport.ts'

export const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

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
  return createPublicClient({ chain, transport: rpcTransport(rpcUrl), cacheTime: 0 }) as Client
}

/** Asks the chain; whatever keeps it from answering becomes `ChainUnavailable`. */
export async function ask<T>(what: string, question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (cause) {
    if (cause instanceof ChainUnavailable) throw cause
    if (isPruned(cause))
      throw new HistoryDropped(
        `The node has dropped that part of its history (SOTTO_RPC_URL_ARCHIVE can name one that keeps it): ${what}`,
        cause,
      )
    throw new ChainUnavailable(`The chain did not answer: ${what}`, cause)
  }
}
