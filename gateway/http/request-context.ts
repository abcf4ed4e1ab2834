import type { Context } from 'hono'
import { SESSION_COOKIE } from '#shared/api/endpoints.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Config } from '../config.ts'
import type { SessionToken } from '../crypto/token.ts'
import { clientAddress } from './client-address.ts'

type Incoming = { socket?: { remoteAddress?: string; localPort?: number } }

/** Requests made in tests come over no connection: from this machine, to the configured port. */
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
    token: sessionToken(c.req.header('cookie')),
    audit: {},
  }
}

/** Of several cookies of that name the first counts: browsers put the one with the longest path there. */
function sessionToken(cookies: string | undefined): SessionToken | undefined {
  for (const cookie of (cookies ?? '').split(';')) {
    const [name, value] = cookie.trim().split('=', 2)
    if (name === SESSION_COOKIE && value !== undefined && value !== '') return value as SessionToken
  }
  return undefined
}
