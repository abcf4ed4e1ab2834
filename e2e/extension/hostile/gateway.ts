import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { BASE_PATH } from '#shared/api/kit/base.ts'

/** An answer of the honest gateway, on its way. */
export type Honest = { status: number; headers: Record<string, string | string[]>; json: unknown }

/** What is done in place of the honest answer. */
export type Mood = (response: ServerResponse, asked: { path: string; honest: () => Promise<Honest> }) => unknown

export type HostileGateway = { origin: string; close(): Promise<void> }

/** Without these nobody would be connected to it. */
const alwaysHonest = [`${BASE_PATH}/sandbox`, `${BASE_PATH}/auth/session`]

/** Stands in front of an honest gateway, is taken for it at the connect, and answers everything else as it likes. */
export async function serveHostile(honest: string, mood: Mood): Promise<HostileGateway> {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', honest).pathname
    const body = await bodyOf(request)
    const ask = () => passOn(honest, request, body)
    try {
      if (alwaysHonest.includes(path)) await tell(response, await ask())
      else await mood(response, { path: path.slice(BASE_PATH.length), honest: ask })
    } catch {
      response.destroy()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function tell(response: ServerResponse, { status, headers, json }: Honest): void {
  response.writeHead(status, { ...headers, 'content-type': 'application/json' }).end(JSON.stringify(json))
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const passed = ['authorization', 'cookie', 'content-type', 'idempotency-key', 'origin']

async function passOn(honest: string, request: IncomingMessage, body: Buffer): Promise<Honest> {
  const headers = passed.flatMap((name) => {
    const value = request.headers[name]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  const answer = await fetch(`${honest}${request.url}`, {
    method: request.method ?? 'GET',
    headers: Object.fromEntries(headers),
    ...(body.length === 0 ? {} : { body: body.toString() }),
  })
  return { status: answer.status, headers: { 'set-cookie': answer.headers.getSetCookie() }, json: await answer.json() }
}
