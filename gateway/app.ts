import { type Context, Hono, type Next } from 'hono'
import { routePath } from 'hono/route'
import { BASE_PATH, type EndpointName, endpoints } from '#shared/api/endpoints.ts'
import { Refusal } from '#shared/refusal.ts'
import { answer } from './http/answer.ts'
import type { Env } from './http/env.ts'
import { failure } from './http/failure.ts'
import { checkHost } from './http/guards/host.ts'
import { createLimits, type Limits } from './http/guards/limits.ts'
import type { Handler, Handlers } from './http/handlers.ts'
import { addHeaders, passHeaders } from './http/headers.ts'
import { createMetrics } from './monitoring/metrics.ts'
import { isProbe, probeRoutes } from './monitoring/probes.ts'
import { createChecks } from './monitoring/readiness.ts'
import { accountPage } from './pages/account-page.ts'
import { docsRoutes } from './pages/docs/docs-page.ts'
import { homePage } from './pages/home-page.ts'
import { jwksRoute } from './pages/jwks.ts'
import { payPage } from './pages/pay-page.ts'
import { verifyPage } from './pages/verify-page.ts'
import { accountRoutes } from './routes/account.ts'
import { apiKeyRoutes } from './routes/api-keys.ts'
import { authRoutes } from './routes/auth.ts'
import { batchRoutes } from './routes/batches.ts'
import { contactRoutes } from './routes/contacts.ts'
import { notaRoutes } from './routes/notas.ts'
import { paymentRoutes } from './routes/payments.ts'
import { policyRoutes } from './routes/policies.ts'
import { requestRoutes } from './routes/requests.ts'
import { sandboxRoutes } from './routes/sandbox.ts'
import { securityRoutes } from './routes/security.ts'
import { streamRoutes } from './routes/stream.ts'
import { transactionRoutes } from './routes/transactions.ts'
import { walletRoutes } from './routes/wallets.ts'
import { webhookRoutes } from './routes/webhooks.ts'
import { failed, SpanKind, spanned } from './spans.ts'
import type { World } from './world/world.ts'

/** A year, of this host alone. */
const HSTS_S = 31_536_000

/** The whole HTTP service: every endpoint of the API below `/api/v1`, documentation and probes beside it. */
export function createApp(world: World): Hono<Env> {
  const app = new Hono<Env>()
  const checks = createChecks(world)
  const metrics = createMetrics(world, checks)
  const { SOTTO_PUBLIC_URL: publicUrl } = world.config
  const always = {
    'x-content-type-options': 'nosniff',
    ...(publicUrl?.startsWith('https:') ? { 'strict-transport-security': `max-age=${HSTS_S}` } : {}),
  }
  app.use(async (c, next) => {
    const requestId = world.newId()
    const begun = world.clock.elapsed()
    c.set('requestId', requestId)
    c.set('headers', { 'x-request-id': requestId, ...always })
    // Pages and probes: Hono makes their answers.
    if (!c.req.path.startsWith(BASE_PATH)) passHeaders(c)
    if (!isProbe(c, world.config)) {
      checkHost(c.req.header('host'), publicUrl)
      // The target wins over the header where it names a host itself (RFC 9112, section 3.2.2).
      checkHost(hostIn(c.req.url), publicUrl)
    }
    await traced(c, requestId, next)
    const ms = world.clock.elapsed() - begun
    const { method } = c.req
    const { status } = c.res
    metrics.answered({ method, route: routePath(c, -1), status, seconds: ms / 1000 })
    world.log.debug({ requestId, method, path: pathIn(c), status, ms: Math.round(ms) }, 'answered')
  })
  app.onError((error, c) => failure(world, error, c))
  app.notFound(() => {
    throw new Refusal('not_found')
  })

  app.use(`${BASE_PATH}/*`, async (c, next) => {
    addHeaders(c, { 'cache-control': 'no-store' })
    await next()
  })
  homePage(app, world)
  docsRoutes(app, world.config)
  probeRoutes(app, world, checks, metrics)
  jwksRoute(app, world)
  verifyPage(app)
  accountPage(app)
  const limits = createLimits(world)
  payPage(app, world, limits)
  serveEndpoints(app, world, limits, handlersOf(world))
  return app
}

/** As a log may have it: who knows a link to a payment page may see the page. */
function pathIn({ req: { path } }: Context<Env>): string {
  return path.replace(/^\/pay\/[^/]*/, '/pay/…')
}

/** Of an absolute URL, as Hono makes it: between the scheme and the path. */
function hostIn(url: string): string {
  const start = url.indexOf('//') + 2
  return url.slice(start, url.indexOf('/', start))
}

/** By the pattern of its route: a path has IDs in it. */
function traced(c: Context<Env>, requestId: string, next: Next): Promise<void> {
  const { method } = c.req
  return spanned(method, SpanKind.SERVER, { 'http.request.method': method, requestId }, async (span) => {
    await next()
    const [route, { status }] = [routePath(c, -1), c.res]
    span.updateName(`${method} ${route}`).setAttributes({ 'http.route': route, 'http.response.status_code': status })
    if (status >= 500) failed(span)
  })
}

function handlersOf(world: World): Handlers {
  return {
    ...sandboxRoutes(world),
    ...authRoutes(world),
    ...accountRoutes(world),
    ...securityRoutes(world),
    ...apiKeyRoutes(world),
    ...walletRoutes(world),
    ...contactRoutes(world),
    ...webhookRoutes(world),
    ...paymentRoutes(world),
    ...batchRoutes(world),
    ...requestRoutes(world),
    ...transactionRoutes(world),
    ...policyRoutes(world),
    ...streamRoutes(world),
    ...notaRoutes(world),
  }
}

function serveEndpoints(app: Hono<Env>, world: World, limits: Limits, handlers: Handlers): void {
  const allowed = new Map<string, string[]>()
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const { method } = endpoints[name]
    const path = BASE_PATH + endpoints[name].path.replace(/\{(\w+)\}/g, ':$1')
    allowed.set(path, [...(allowed.get(path) ?? []), method])
    app.on(method, path, answer(world, limits, name, handlers[name] as Handler<typeof name>))
  }
  for (const [path, methods] of allowed) {
    app.all(path, () => {
      throw new Refusal('method_not_allowed', { headers: { allow: methods.join(', ') } })
    })
  }
}
