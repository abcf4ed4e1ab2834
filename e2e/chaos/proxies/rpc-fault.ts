import type { Means, Meeting } from './proxy.ts'
import { type Fate, jsonReply, type Reply } from './server.ts'

export type Call = { id: unknown; method: string; params: unknown[] }

export type RpcMeans = Means & {
  /** A fault of a node may also take blocks of the chain back: true where that was possible. */
  rollback(blocks: number): Promise<boolean>
  /** Height of the chain, and the same call with other parameters, as the node itself answers them. */
  head(): Promise<number>
  passWith(params: unknown[]): Promise<Reply>
}

export type RpcFault = (call: Call, means: RpcMeans) => Meeting

type Work = (call: Call, means: RpcMeans) => Promise<Fate | undefined>

/** Meets so many of all calls. */
export function every(probability: number, work: Work): RpcFault {
  return (call, means) => (means.random.chance(probability) ? work(call, means) : undefined)
}

/** Meets so many of the calls of one method. */
export function about(method: string, probability: number, work: Work): RpcFault {
  const fault = every(probability, work)
  return (call, means) => (call.method === method ? fault(call, means) : undefined)
}

export function sending(work: Work): RpcFault {
  return about('eth_sendRawTransaction', 0.8, work)
}

export function later(ms: number, work: () => Promise<unknown>): void {
  setTimeout(() => work().catch(() => {}), ms)
}

export function result(call: Call, value: unknown): Reply {
  return jsonReply(200, { jsonrpc: '2.0', id: call.id, result: value })
}

export function refusal(call: Call, message: string): Reply {
  return jsonReply(200, { jsonrpc: '2.0', id: call.id, error: { code: -32_000, message } })
}

export function numberIn(reply: Reply): number | undefined {
  const { result: value } = JSON.parse(String(reply.body)) as { result?: string }
  return value === undefined ? undefined : Number(value)
}

export function toHex(value: number): string {
  return `0x${value.toString(16)}`
}
