import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { guard } from './guard.ts'
import { createServer } from './node-http.ts'

export type Answer = { status: number; headers?: OutgoingHttpHeaders; body: string | Uint8Array }
export type Handler = (request: IncomingMessage, body: string) => Promise<Answer>

export class BodyTooLarge extends Error {}

/** A client that computes a proof is silent for longer than Node's default of 5 s; its connection should be there still. */
const KEEP_ALIVE_MS = 120_000

export type Server = { port: number; close(): Promise<void> }

/** A loopback server behind the guard. `port` 0 picks a free one. Of an unexpected error the log alone says which. */
export async function serve(
  port: number,
  bodyLimit: number,
  handle: Handler,
  log: (line: string) => void,
): Promise<Server> {
  const server = createServer(async (request, response) => {
    const rejection = guard(request)
    if (rejection) return end(response, { status: rejection.status, body: `${rejection.reason}\n` })
    try {
      end(response, await handle(request, await readBody(request, bodyLimit)))
    } catch (error) {
      if (error instanceof BodyTooLarge)
        end(response, { status: 413, headers: { connection: 'close' }, body: 'too large\n' })
      else {
        // A client that ends its connection in the middle of a request is no error of ours.
        if (!response.destroyed) log(`${request.method} ${request.url}: ${stackOf(error)}`)
        end(response, { status: 500, body: 'internal error\n' })
      }
    }
  })
  server.keepAliveTimeout = KEEP_ALIVE_MS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return {
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

export function json(status: number, value: unknown, headers: OutgoingHttpHeaders = {}): Answer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) }
}

function end(response: ServerResponse, { status, headers, body }: Answer): void {
  if (response.headersSent || response.destroyed) return
  const plain = { 'content-type': 'text/plain; charset=utf-8' }
  response.writeHead(status, { ...plain, 'x-content-type-options': 'nosniff', ...headers })
  response.end(body)
}

async function readBody(request: IncomingMessage, limit: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) throw new BodyTooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
