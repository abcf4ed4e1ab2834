import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export type Detour = {
  url: string
  /** Method and path of everything that came by. */
  seen: string[]
  /** From now on every connection is dropped, until `mend`. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

/** Stands between a gateway and what it depends on. `before` runs before a request goes on, and holds it up. */
export async function startDetour(target: string, before?: (body: string) => Promise<void>): Promise<Detour> {
  const seen: string[] = []
  const { origin, pathname } = new URL(target)
  let down = false
  const server = createServer((request, response) => {
    if (down) return request.socket.destroy()
    seen.push(`${request.method} ${request.url}`)
    passOn(origin, request, response, before).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}${pathname === '/' ? '' : pathname}`,
    seen,
    cut: () => {
      down = true
      server.closeAllConnections()
    },
    mend: () => {
      down = false
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function passOn(
  origin: string,
  request: IncomingMessage,
  response: ServerResponse,
  before: ((body: string) => Promise<void>) | undefined,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  await before?.(body.toString())
  const { host: _, connection: __, 'content-length': ___, ...kept } = request.headers
  const answer = await fetch(`${origin}${request.url}`, {
    method: request.method ?? 'GET',
    headers: Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ...(body.length === 0 ? {} : { body }),
  })
  const headers = [...answer.headers].filter(([name]) => !['content-encoding', 'content-length'].includes(name))
  response.writeHead(answer.status, Object.fromEntries(headers))
  response.end(Buffer.from(await answer.arrayBuffer()))
}
