import type { Call, RpcMeans } from './rpc-fault.ts'
import { type Fate, jsonReply } from './server.ts'

/** Where a call says at which block it is asked. */
const BLOCK_AT: Record<string, number> = {
  eth_getBlockByNumber: 0,
  eth_call: 1,
  eth_estimateGas: 1,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
}

const BLOCKS_APART_MAX = 5
const MOVES_EVERY_MS = 1_500

/** One to five blocks, in turns. */
function distance(): number {
  return 1 + (Math.floor(performance.now() / MOVES_EVERY_MS) % BLOCKS_APART_MAX)
}

/** Answers as the node behind the balancer that is some blocks behind: it knows nothing of what came since. */
export async function nodeBehind(call: Call, means: RpcMeans): Promise<Fate | undefined> {
  const own = Math.max(0, (await means.head()) - distance())
  const result = (value: unknown) => jsonReply(200, { jsonrpc: '2.0', id: call.id, result: value })
  const at = BLOCK_AT[call.method]
  if (call.method === 'eth_blockNumber') return result(hex(own))
  if (call.method === 'eth_getLogs') return logsOf(call, means, own)
  if (call.method === 'eth_getTransactionReceipt' || call.method === 'eth_getTransactionByHash') {
    const reply = await means.pass()
    const { result: found } = JSON.parse(String(reply.body)) as { result?: { blockNumber?: string | null } | null }
    return Number(found?.blockNumber ?? 0) > own ? result(null) : reply
  }
  if (at === undefined) return undefined
  const asked = call.params[at]
  if (typeof asked !== 'string' || !asked.startsWith('0x')) return means.passWith(withBlock(call.params, at, own))
  if (Number(asked) <= own) return undefined
  if (call.method === 'eth_getBlockByNumber') return result(null)
  return jsonReply(200, { jsonrpc: '2.0', id: call.id, error: { code: -32_000, message: 'header not found' } })
}

/** Over a run of blocks it leaves out what it lacks; of a block that it lacks it says so. */
async function logsOf(call: Call, means: RpcMeans, own: number): Promise<Fate> {
  const [filter] = call.params
  if (!('blockHash' in (filter as object))) return means.passWith([upTo(filter, own)])
  const reply = await means.pass()
  const { result = [] } = JSON.parse(String(reply.body)) as { result?: { blockNumber: string }[] }
  if (result.every(({ blockNumber }) => Number(blockNumber) <= own)) return reply
  return jsonReply(200, { jsonrpc: '2.0', id: call.id, error: { code: -32_000, message: 'unknown block' } })
}

function withBlock(params: unknown[], at: number, block: number): unknown[] {
  return [...params.slice(0, at), hex(block), ...params.slice(at + 1)]
}

function upTo(filter: unknown, own: number): object {
  const { toBlock, ...rest } = filter as { toBlock?: string }
  const last = toBlock?.startsWith('0x') ? Math.min(Number(toBlock), own) : own
  return { ...rest, toBlock: hex(last) }
}

const hex = (block: number) => `0x${block.toString(16)}`
