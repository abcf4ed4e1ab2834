import { Agent, createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'

/** An answer that goes back as it is. */
export type Reply = { status: number; headers: Record<string, string>; body: string | Buffer }

/** What becomes of a request: an answer, an answer of which only the first half arrives, or a connection that breaks. */
export type Fate = Reply | { cut: Reply } | 'dropped'

export type Asked = { method: string; path: string; headers: Record<string, string>; body: string }

export type Server = { origin: string; close(): Promise<void> }

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Listens on a free port of this machine. */
export async function listen(handle: (asked: Asked) => Promise<Fate>): Promise<Server> {
  const server = createServer((request, response) => {
    read(request)
      .then(handle)
      .then((fate) => finish(response, fate))
      .catch(() => response.destroy())
  })
  server.keepAliveTimeout = 120_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function read(request: IncomingMessage): Promise<Asked> {
  const kept = ['content-type', 'accept', 'x-sotto-testnet-secret']
  const headers = Object.entries(request.headers).filter((entry): entry is [string, string] => kept.includes(entry[0]))
  return {
    method: request.method ?? 'GET',
    path: request.url ?? '/',
    headers: Object.fromEntries(headers),
    body: (await bytesOf(request)).toString(),
  }
}

async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function finish(response: ServerResponse, fate: Fate): void {
  if (fate === 'dropped') {
    response.destroy()
    return
  }
  if (!('cut' in fate)) {
    response.writeHead(fate.status, fate.headers).end(fate.body)
    return
  }
  // A length that the body keeps, so that the client reads an answer to its end and finds that it is no JSON.
  const half = fate.cut.body.slice(0, Math.floor(fate.cut.body.length / 2))
  response.writeHead(fate.cut.status, fate.cut.headers).end(half)
}

/** Hands a request on. Rejects where the target does not answer. */
export function forward(origin: string, asked: Asked): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const { method, headers } = asked
    const outgoing = send(new URL(asked.path, origin), { method, agent, headers }, (answer) => {
      bytesOf(answer).then((body) => {
        const type = answer.headers['content-type'] ?? 'application/octet-stream'
        const after = answer.headers['retry-after']
        const kept = { 'content-type': type, ...(after === undefined ? {} : { 'retry-after': after }) }
        resolve({ status: answer.statusCode ?? 502, headers: kept, body })
      }, reject)
    })
    outgoing.once('error', reject)
    outgoing.end(asked.body)
  })
}

export function jsonReply(status: number, value: unknown, headers: Record<string, string> = {}): Reply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) }
}
