import { createTransport, RpcRequestError, type Transport } from 'viem'
import { SpanKind, spanned } from '../../../spans.ts'
import { timeNode } from '../../../tallies.ts'
import { createAsker, type Question } from './batches.ts'
import { createPost } from './post.ts'

/** One request to a node may take this long before it counts as unanswered, and its answer be so long. */
const BOUNDS = { timeoutMs: 10_000, maxBytes: 10_485_760 }
/** The same of all that happened in one block, which cannot be asked for in parts: more than its gas pays for. */
const BLOCK_MAX_BYTES = 64_000_000

/** JSON-RPC over HTTP for viem, which tries again what failed. Each call is a span, its repeats included. */
export function rpcTransport(rpcUrl: string, bounds = BOUNDS): Transport {
  const ask = createAsker(rpcUrl, createPost(rpcUrl, bounds))
  const askOfBlock = createAsker(rpcUrl, createPost(rpcUrl, { ...bounds, maxBytes: BLOCK_MAX_BYTES }))
  const request = async (question: Question) => {
    const { result, error } = await (isOfBlock(question) ? askOfBlock : ask)(question)
    if (error) throw new RpcRequestError({ body: { method: question.method }, error, url: rpcUrl })
    return result as never
  }
  const transport = createTransport({
    key: 'http',
    name: 'JSON-RPC',
    type: 'http',
    request,
    retryCount: 2,
    retryDelay: 100,
    timeout: bounds.timeoutMs,
  })
  return () => ({ ...transport, request: traced(transport.request) })
}

function isOfBlock({ method, params }: Question): boolean {
  if (method !== 'eth_getLogs') return method === 'eth_getBlockReceipts'
  const [{ blockHash, fromBlock, toBlock }] = params as [Record<string, unknown>]
  return blockHash !== undefined || (fromBlock !== undefined && fromBlock === toBlock)
}

/** Each call is a span by the name of its method alone: what is asked for is somebody's address or payment. */
function traced(ask: ReturnType<Transport>['request']): ReturnType<Transport>['request'] {
  return ((call: { method: string }, more) =>
    spanned(`rpc ${call.method}`, SpanKind.CLIENT, { 'rpc.system': 'jsonrpc', 'rpc.method': call.method }, () =>
      timeNode(call.method, () => ask(call as never, more)),
    )) as typeof ask
}
