import type { Context } from 'hono'
import type { RequestContext } from '../auth/request-context.ts'
import type { Config } from '../config/config.ts'
import { clientAddress } from './guards/client-address.ts'
import { sessionTokenOf } from './session-cookie.ts'

type Incoming = { socket?: { remoteAddress?: string; localPort?: number } }

/** Requests made in tests come over no connection: from this machine, to the configured port. Others have an address (`fair-share.ts`). */
export function requestContextOf(c: Context, config: Config): RequestContext {
  const { socket } = (c.env as { incoming?: Incoming } | undefined)?.incoming ?? {}
  const peer = socket?.remoteAddress ?? '127.0.0.1'
  return {
    address: clientAddress(peer, c.req.header('x-forwarded-for'), config.SOTTO_TRUSTED_PROXIES),
    host: c.req.header('host') ?? '',
    port: socket?.localPort ?? config.SOTTO_PORT,
    origin: c.req.header('origin'),
    site: c.req.header('sec-fetch-site'),
    userAgent: c.req.header('user-agent') ?? null,
    token: sessionTokenOf(c),
    audit: {},
  }
}
