import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { Refusal } from '#shared/refusals.ts'
import type { Config } from '../config/config.ts'
import { schemaNumber } from '../db/migrations.ts'
import type { Env } from '../http/env.ts'
import { isLoopback } from '../http/guards/client-address.ts'
import { requestContextOf } from '../http/read-request-context.ts'
import { version } from '../version.ts'
import type { World } from '../world/world.ts'
import type { Readiness } from './checks.ts'
import type { Metrics } from './metrics.ts'

/** Probes for the server admin, outside the API. */
export function probeRoutes(app: Hono<Env>, world: World, look: () => Promise<Readiness>, metrics: Metrics): void {
  app.get('/healthz', (c) => c.json({ ok: true, version, schema: schemaNumber() }))
  app.get('/readyz', async (c) => {
    const { checks, warnings } = await look()
    const ok = checks.every((one) => one.ok)
    return c.json({ ok, checks, warnings }, ok ? 200 : 503)
  })
  app.get('/metrics', async (c) => {
    admit(c, world)
    return c.text(await metrics.text(), 200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' })
  })
}

/**
 * Whether the request is answered under whatever name it calls this machine: a probe knows an address, and what it is told
 * any web page may read. (That of `/metrics` has sent the token.)
 */
export function isProbe(c: Context, { SOTTO_METRICS_TOKEN: token }: Config): boolean {
  const { path } = c.req
  return path === '/healthz' || path === '/readyz' || (path === '/metrics' && sends(c, token))
}

/** With the token, where one is set; else from this machine, which alone is meant to reach the gateway. */
function admit(c: Context, { config }: World): void {
  const { SOTTO_METRICS_TOKEN: token, SOTTO_PUBLIC_URL: publicUrl } = config
  if (token === undefined) {
    if (publicUrl === undefined && isLoopback(requestContextOf(c, config).address)) return
    throw new Refusal('not_found')
  }
  if (!sends(c, token)) {
    throw new Refusal('unauthenticated', { message: 'Send SOTTO_METRICS_TOKEN as "Authorization: Bearer …".' })
  }
}

function sends(c: Context, token: string | undefined): boolean {
  const given = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  return given !== undefined && token !== undefined && isSame(given, token)
}

/** Compared by digest: neither time nor length tells anything. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
