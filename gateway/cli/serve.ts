import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createApp } from '../app.ts'
import type { Config } from '../config.ts'
import { malformed } from '../http/failure.ts'
import type { World } from '../world.ts'

/** Open connections get this long to finish before they are cut. */
const DRAIN_MS = 2_000

export type Server = { url: string; close(): Promise<void> }

/** Listens as configured. Resolves once connections are accepted; rejects where the port is taken. */
export function serve(world: World, config: Config): Promise<Server> {
  const app = createApp(world)
  const { SOTTO_HOST: hostname, SOTTO_PORT: port } = config
  return new Promise((resolve, reject) => {
    const server = createServer(
      getRequestListener(app.fetch, { hostname, errorHandler: (error) => malformed(world, error) }),
    )
    server.once('error', reject)
    server.listen(port, hostname, () => {
      const host = hostname.includes(':') ? `[${hostname}]` : hostname
      const { port: bound } = server.address() as AddressInfo
      resolve({ url: `http://${host}:${bound}`, close: () => close(server) })
    })
  })
}

function close(server: HttpServer): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
}
