import { serve as listen, type ServerType } from '@hono/node-server'
import { createApp } from '../app.ts'
import type { Config } from '../config.ts'
import type { World } from '../world.ts'

/** Open connections get this long to finish before they are cut. */
const DRAIN_MS = 2_000

export type Server = { url: string; close(): Promise<void> }

/** Listens as configured. Resolves once connections are accepted; rejects where the port is taken. */
export function serve(world: World, config: Config): Promise<Server> {
  const app = createApp(world)
  const { SOTTO_HOST: hostname, SOTTO_PORT: port } = config
  return new Promise((resolve, reject) => {
    const server = listen({ fetch: app.fetch, hostname, port }, (address) => {
      const host = hostname.includes(':') ? `[${hostname}]` : hostname
      resolve({ url: `http://${host}:${address.port}`, close: () => close(server) })
    })
    server.once('error', reject)
  })
}

function close(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), DRAIN_MS)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    if ('closeIdleConnections' in server) server.closeIdleConnections()
  })
}
