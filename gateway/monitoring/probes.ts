import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { Refusal } from '#shared/refusal.ts'
import type { Config } from '../config/config.ts'
import { schemaNumber } from '../db/migrations.ts'
import type { Env } from '../http/env.ts'
import { isLoopback } from '../http/guards/client-address.ts'
import { isOwnHost } from '../http/guards/host.ts'
import { requestContextOf } from '../http/read-request-context.ts'
import { version } from '../version.ts'
import type { World } from '../world/world.ts'
import type { Metrics } from './metrics.ts'
import type { Readiness } from './readiness.ts'

/** Probes for the server admin, outside the API. */
export function probeRoutes(app: Hono<Env>, world: World, look: () => Promise<Readiness>, metrics: Metrics): void {
  app.get('/healthz', (c) => c.json({ ok: true, version, schema: schemaNumber() }))
  app.get('/readyz', async (c) => {
    const { checks, warnings, lacks } = await look()
    const ok = checks.every((one) => one.ok)
    const known = isAdmitted(c, world) ? lacks : {}
    const told = warnings.map((warning) => ({ ...warning, ...known[warning.name] }))
    return c.json({ ok, checks, warnings: told }, ok ? 200 : 503)
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

/**
 * Whether the metrics, and what `/readyz` does not tell everybody, are for this caller: with the token, where one is set; else
 * from this machine, which alone is meant to reach the gateway, under its own name, which a web page cannot take on.
 */
function isAdmitted(c: Context, { config }: World): boolean {
  const { SOTTO_METRICS_TOKEN: token, SOTTO_PUBLIC_URL: publicUrl } = config
  if (token !== undefined) return sends(c, token)
  const isHere = isLoopback(requestContextOf(c, config).address) && isOwnHost(c.req.header('host'), undefined)
  return publicUrl === undefined && isHere
}

function admit(c: Context, world: World): void {
  if (isAdmitted(c, world)) return
  if (world.config.SOTTO_METRICS_TOKEN === undefined) throw new Refusal('not_found')
  throw new Refusal('unauthenticated', { message: 'Send SOTTO_METRICS_TOKEN as "Authorization: Bearer …".' })
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
