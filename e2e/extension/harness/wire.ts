import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Where a test sends what the browser itself asks for. It is not written down. */
export const NOWHERE = 'https://browser.invalid'

/** What the browser itself asks for: there, and at its maker's server of downloads, which no switch moves. */
const ofTheBrowser = [NOWHERE, 'https://redirector.gvt1.com']

/** A request as it left the browser, no matter who in it made it, a page or the worker. */
export type Seen = {
  method: string
  origin: string
  /** With the query. */
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** Milliseconds since 1970. */
  at: number
}
export type Matches = (seen: Seen) => boolean

/** A request that is held where a test wants it. */
export type Stop = {
  /** Resolves when such a request has come so far. */
  reached: Promise<Seen>
  /** Lets it go on. */
  open(): void
  /** Ends its connection; it goes no further. */
  drop(): void
}

/** Everything that the browser sends goes through here, and all of it is written down. */
export type Wire = {
  /** The proxy that the browser is told to use. */
  url: string
  seen: Seen[]
  /** Holds the next request that matches, before it reaches the gateway, or the answer before it reaches the wallet. */
  stop(where: 'request' | 'answer', matches: Matches): Stop
  /** Answers what matches in the gateway's place, until it is told to end. */
  reply(matches: Matches, answer: (response: ServerResponse, seen: Seen) => unknown): () => void
  /** Ends every reply. */
  calm(): void
  /** Forgets what was seen so far, and answers it. */
  flush(): Seen[]
  close(): Promise<void>
}

type Gate = { where: 'request' | 'answer'; matches: Matches; reach(seen: Seen): void; passes: Promise<boolean> }
type Reply = { matches: Matches; answer: (response: ServerResponse, seen: Seen) => unknown }

export async function startWire(): Promise<Wire> {
  const seen: Seen[] = []
  const gates = new Set<Gate>()
  const replies = new Set<Reply>()

  /** Whether the request may go on here. */
  const pass = async (where: Gate['where'], it: Seen): Promise<boolean> => {
    const gate = [...gates].find((each) => each.where === where && each.matches(it))
    if (gate === undefined) return true
    gates.delete(gate)
    gate.reach(it)
    return gate.passes
  }

  const server = createServer(async (incoming, response) => {
    try {
      const it = await read(incoming)
      seen.push(it)
      if (!(await pass('request', it))) return void response.destroy()
      const reply = [...replies].find(({ matches }) => matches(it))
      if (reply !== undefined) return void (await reply.answer(response, it))
      const answer = await forward(it, response)
      if (answer === 'streamed') return
      if (!(await pass('answer', it))) return void response.destroy()
      response.writeHead(answer.status, answer.headers)
      response.end(answer.body)
    } catch {
      // Nobody there: to the browser it is as if it had asked itself.
      response.destroy()
    }
  })
  // HTTPS, of which nothing but the name can be seen. No test connects to a gateway by it through here.
  server.on('connect', ({ url = '', headers }: IncomingMessage, socket) => {
    const { origin } = new URL(`https://${url}`)
    if (!ofTheBrowser.includes(origin))
      seen.push({ method: 'CONNECT', origin, path: '', headers, body: '', at: Date.now() })
    socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    stop(where, matches) {
      const { promise: reached, resolve: reach } = Promise.withResolvers<Seen>()
      const { promise: passes, resolve: decide } = Promise.withResolvers<boolean>()
      gates.add({ where, matches, reach, passes })
      return { reached, open: () => decide(true), drop: () => decide(false) }
    },
    reply(matches, answer) {
      const it = { matches, answer }
      replies.add(it)
      return () => replies.delete(it)
    },
    calm: () => replies.clear(),
    flush: () => seen.splice(0),
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Of a proxy's request the whole address stands in its first line. */
async function read(incoming: IncomingMessage): Promise<Seen> {
  const { origin, pathname, search } = new URL(incoming.url ?? '', 'http://proxy.invalid')
  const chunks: Buffer[] = []
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk)
  const { method = 'GET', headers } = incoming
  return { method, origin, path: pathname + search, headers, body: Buffer.concat(chunks).toString(), at: Date.now() }
}

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** A stream goes through as it comes; any other answer is held until it is whole. */
async function forward(
  { method, origin, path, headers, body }: Seen,
  response: ServerResponse,
): Promise<Answer | 'streamed'> {
  const { hostname, port } = new URL(origin)
  // Whatever listens for tests listens on this address alone.
  const host = hostname === 'localhost' ? '127.0.0.1' : hostname
  const { 'proxy-connection': _, connection: __, ...kept } = headers
  const outgoing = request({ host, port, method, path, headers: kept, agent: false })
  outgoing.end(body)
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  if (answer.headers['content-type']?.startsWith('text/event-stream') === true) {
    response.once('close', () => outgoing.destroy())
    answer.once('error', () => response.destroy())
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
    return 'streamed'
  }
  const chunks: Buffer[] = []
  for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk)
  const { 'transfer-encoding': ___, connection: ____, ...given } = answer.headers
  return { status: answer.statusCode ?? 502, headers: given, body: Buffer.concat(chunks) }
}
