import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Server, Socket } from 'node:net'
import { selfSigned } from './self-signed.ts'

export type TestServer = { port: number; close(): Promise<void> }

/** A server of a test's own, on this machine alone. */
export function serve(answer: RequestListener): Promise<TestServer> {
  return listening(createServer(answer))
}

/** The same over TLS, with a certificate that nobody trusts. */
export function serveUntrusted(answer: RequestListener): Promise<TestServer> {
  return listening(createSecureServer(selfSigned('localhost'), answer))
}

/** A port on which nobody listens. */
export async function closedPort(): Promise<number> {
  const { port, close } = await serve(() => undefined)
  await close()
  return port
}

async function listening(server: Server): Promise<TestServer> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
