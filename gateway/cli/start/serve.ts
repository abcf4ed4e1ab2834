import { createServer, type Server as HttpServer, type RequestListener, type ServerOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createApp } from '../../app.ts'
import type { Config } from '../../config/config.ts'
import { malformed } from '../../http/failure.ts'
import type { World } from '../../world/world.ts'
import { shareFairly } from './door/fair-share.ts'
import { createUnderway, type Underway } from './door/underway.ts'
import { fitOnly, refuseBroken, refuseExpectation, refuseTunnel } from './door/unfit.ts'
import { within } from './drain.ts'

/** More clients than these are turned away at the door: each costs memory before it has proved anything. */
const CONNECTIONS_MAX = 2_000
/**
 * Requests under way on one connection. Browsers send one at a time, pipelining clients a handful; a thousand of them,
 * whose answers are never read, would fill the memory.
 */
const REQUESTS_PER_CONNECTION_MAX = 32
/** From the connection to the end of the headers, and of the body. */
const HEADERS_MS = 15_000
const REQUEST_MS = 60_000
/** A connection that is kept open and not used. */
const IDLE_MS = 15_000
/** A connection on which nothing moves, beyond what a payment may wait for its receipt: its client does not read. */
const STUCK_MS = 60_000

function patience({ SOTTO_RECEIPT_WAIT_MS: wait }: Config): ServerOptions {
  return {
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: IDLE_MS,
    connectionsCheckingInterval: 2_000,
    // Refused in the envelope, by `fitOnly`.
    requireHostHeader: false,
    // Node counts the silence of a socket that has a request under way, too.
    timeout: STUCK_MS + wait,
  } as ServerOptions
}

/** Cuts a connection with more requests under way than any honest client has. */
function fewAtOnce(listener: RequestListener): RequestListener {
  const underway = new WeakMap<object, number>()
  return (request, response) => {
    const { socket } = request
    const now = (underway.get(socket) ?? 0) + 1
    if (now > REQUESTS_PER_CONNECTION_MAX) {
      socket.destroy()
      return
    }
    underway.set(socket, now)
    response.once('close', () => underway.set(socket, (underway.get(socket) ?? 1) - 1))
    listener(request, response)
  }
}

export type Server = { url: string; close(): Promise<void> }

/** Listens as configured. Resolves once connections are accepted; rejects where the port is taken. */
export function serve(world: World, config: Config): Promise<Server> {
  const app = createApp(world)
  const { SOTTO_HOST: hostname, SOTTO_PORT: port } = config
  return new Promise((resolve, reject) => {
    const work = createUnderway()
    const listener = getRequestListener((...asked: Parameters<typeof app.fetch>) => work.track(app.fetch(...asked)), {
      hostname,
      errorHandler: (error) => malformed(world, error),
    })
    const shares = shareFairly(work.untilAnswered(fewAtOnce(fitOnly(listener))), config.SOTTO_TRUSTED_PROXIES)
    const server = createServer(patience(config), shares.onRequest)
    shares.listenTo(server)
    server.maxConnections = CONNECTIONS_MAX
    server.on('clientError', refuseBroken)
    server.on('connect', refuseTunnel)
    server.on('checkExpectation', refuseExpectation)
    server.once('error', reject)
    server.listen(port, hostname, () => {
      const host = hostname.includes(':') ? `[${hostname}]` : hostname
      const { port: bound } = server.address() as AddressInfo
      resolve({ url: `http://${host}:${bound}`, close: () => close(server, work, world.drained) })
    })
  })
}

/** New connections are refused from now on; what runs is finished and answered, as long as there is time for it. */
async function close(server: HttpServer, work: Underway, drained: AbortSignal): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  await within(drained, work.ended())
  server.closeAllConnections()
  await closed
}
