import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** Why a request is not even read; undefined where it may pass. */
export type Rejection = { status: 403 | 405 | 413 | 415 | 421; reason: string }

/**
 * Keeps web pages out of a loopback server. A foreign `Host` means DNS rebinding. Browsers put `Origin` on every
 * cross-site request that can carry a body, programs do not, and no page has business here: any `Origin` is refused.
 */
export function guard(request: IncomingMessage): Rejection | undefined {
  if (!isLoopback(request.socket.remoteAddress)) return { status: 403, reason: 'loopback only' }
  if (!namesLoopback(request.headers.host)) return { status: 421, reason: 'this server is called 127.0.0.1' }
  if (request.headers.origin !== undefined) return { status: 403, reason: 'web pages may not ask' }
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'none') return { status: 403, reason: 'web pages may not ask' }
  if (request.method !== 'POST') return undefined
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  return type === 'application/json' ? undefined : { status: 415, reason: 'send application/json' }
}

function namesLoopback(host: string | undefined): boolean {
  const name = host?.replace(/:\d+$/, '').toLowerCase()
  return name === '127.0.0.1' || name === 'localhost' || name === '[::1]'
}

function isLoopback(address: string | undefined): boolean {
  if (address === undefined) return false
  const plain = address.replace(/^::ffff:/, '')
  return isIP(plain) === 4 ? plain.startsWith('127.') : plain === '::1'
}
