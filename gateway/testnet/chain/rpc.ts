import { Agent, request } from '../http/node-http.ts'

export type Rpc = {
  call<Result>(method: string, params?: unknown[]): Promise<Result>
  /** Passes a request body on and its answer back, unread. */
  forward(body: string): Promise<Buffer>
  close(): void
}

/** The node answered, and its answer is an error: as definite as a result. */
export class RpcError extends Error {
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.name = 'RpcError'
    this.code = code
    this.data = data
  }
}

/** No answer: the node is gone or does not listen. What became of the request is unknown. */
export class NodeGone extends Error {
  constructor(cause: unknown) {
    super('the node does not answer', { cause })
    this.name = 'NodeGone'
  }
}

type Answer = { result?: unknown; error?: { code: number; message: string; data?: unknown } }

/** Where a node listens. */
export type Place = { host: string; port: number }

/** JSON-RPC over kept-alive connections. A node that is silent for `timeoutMs` counts as gone. */
export function connect({ host, port }: Place, timeoutMs = 60_000): Rpc {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  let id = 0

  function forward(body: string): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
      const outgoing = request({ host, port, method: 'POST', agent, headers, timeout: timeoutMs })
      outgoing.on('timeout', () => outgoing.destroy(new Error(`silent for ${timeoutMs} ms`)))
      outgoing.on('error', (error) => reject(new NodeGone(error)))
      outgoing.on('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => resolve(Buffer.concat(chunks)))
        response.on('error', (error) => reject(new NodeGone(error)))
        response.on('close', () => reject(new NodeGone(new Error('closed before the end'))))
      })
      outgoing.end(body)
    })
  }

  async function call<Result>(method: string, params: unknown[] = []): Promise<Result> {
    id += 1
    const body = await forward(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    const { result, error } = JSON.parse(body.toString()) as Answer
    if (error) throw new RpcError(error.code, error.message, error.data)
    return result as Result
  }

  return { call, forward, close: () => agent.destroy() }
}
