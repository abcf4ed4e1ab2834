import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import { Refusal } from '#shared/refusal.ts'
import { clientAddress, isProxy } from '../../../http/guards/client-address.ts'
import { answerWith, endWith } from './unfit.ts'

/** A quarter of all connections: no single address can turn all others away. */
export const OF_ADDRESS_MAX = 500

const refusal = () =>
  new Refusal('overloaded', {
    message: `This address has ${OF_ADDRESS_MAX} connections open, as many as it may. Close some.`,
    headers: { 'retry-after': '5' },
  })

/**
 * Counts what clients hold open, by address: connections, whether or not anything came on them yet, and behind a configured
 * proxy, whose connections are everybody's, the requests under way of the address that it names.
 */
export function shareFairly(listener: RequestListener, proxies: string[]) {
  const held = new Map<string, number>()
  const refused = new WeakSet<Socket>()

  /** Undefined where the address has as many as it may. */
  function take(address: string): (() => void) | undefined {
    const now = held.get(address) ?? 0
    if (now >= OF_ADDRESS_MAX) return undefined
    held.set(address, now + 1)
    return () => {
      const left = (held.get(address) ?? 1) - 1
      if (left === 0) held.delete(address)
      else held.set(address, left)
    }
  }

  function onConnection(socket: Socket): void {
    const peer = socket.remoteAddress
    if (peer === undefined || isProxy(peer, proxies)) return
    const release = take(clientAddress(peer, undefined, []))
    if (release !== undefined) {
      socket.once('close', release)
      return
    }
    refused.add(socket)
    socket.once('finish', () => socket.destroy())
    endWith(socket, '503 Service Unavailable', refusal())
  }

  const onRequest: RequestListener = (request, response) => {
    const { socket } = request
    if (refused.has(socket)) return
    const peer = socket.remoteAddress
    // The client is gone, and with it the address by which its request would be counted and logged.
    if (peer === undefined) return void socket.destroy()
    if (!isProxy(peer, proxies)) return listener(request, response)
    const release = take(clientAddress(peer, request.headers['x-forwarded-for']?.toString(), proxies))
    if (release === undefined) return answerWith(response, refusal())
    response.once('close', release)
    listener(request, response)
  }

  return { onRequest, listenTo: (server: Server) => void server.on('connection', onConnection) }
}
