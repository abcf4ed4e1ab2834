import type { Context } from 'hono'
import * as z from 'zod/mini'
import { ACCOUNT_HEADER, type EndpointName, endpoints } from '#shared/api/endpoints.ts'
import { countsAs, type Endpoint } from '#shared/api/kit/endpoint.ts'
import { IDEMPOTENCY_KEY_MAX } from '#shared/limits.ts'
import { invalid } from '#shared/refusal.ts'
import { authorize } from '../auth/authorize.ts'
import type { Caller } from '../auth/caller.ts'
import { identify, requireAccount } from '../auth/identify.ts'
import { countLoginStep } from '../auth/login-attempts.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { World } from '../world/world.ts'
import { audited } from './audited.ts'
import { checkMediaType, readBody, requireNoBody } from './body.ts'
import type { Env } from './env.ts'
import type { Limits } from './guards/limits.ts'
import { checkOrigin } from './guards/origin.ts'
import { type Handler, type Input, Reply } from './handlers.ts'
import { addHeaders, file, json } from './headers.ts'
import { requestContextOf } from './read-request-context.ts'
import { requireReader, type Stream, streamed } from './stream.ts'
import { validate } from './validate.ts'

/** A credential may end while a body arrives: after this time it is asked for again. */
const BODY_MS = 1_000

/**
 * One endpoint, from request to answer. The order is part of the API: media type, credential, origin, limit,
 * scope, request, and only then the handler. Nothing is changed by a request that is refused on the way.
 */
export function answer<Name extends EndpointName>(world: World, limits: Limits, name: Name, handler: Handler<Name>) {
  const endpoint: Endpoint = endpoints[name]
  return async (c: Context<Env>): Promise<Response> => {
    if (endpoint.stream) requireReader(c.req.raw)
    checkMediaType(c.req.raw, endpoint)
    const context = requestContextOf(c, world.config)
    const caller =
      endpoint.access === 'none' ? undefined : await identify(world, c.req.header('authorization'), context.token)
    if (caller !== undefined) requireAccount(caller, c.req.header(ACCOUNT_HEADER))
    checkOrigin(endpoint, caller, context, world.config.SOTTO_PUBLIC_URL)
    addHeaders(c, await count(world, limits, endpoint, caller, context))
    const outcome = await audited(world, endpoint, caller, context, async () => {
      if (caller !== undefined) authorize(endpoint, caller, world.clock.now())
      const asked = world.clock.elapsed()
      const input = await inputOf(c, endpoint, caller, context)
      if (caller === undefined || world.clock.elapsed() - asked < BODY_MS) return handler(input as Input<Name>)
      const still = await identify(world, c.req.header('authorization'), context.token)
      authorize(endpoint, still, world.clock.now())
      return handler({ ...input, caller: still } as Input<Name>)
    })
    if (endpoint.stream) return streamed(c, outcome as Stream, (error) => broken(world, c, error))
    const reply = outcome instanceof Reply ? outcome : new Reply(outcome, endpoint.status, {})
    addHeaders(c, reply.headers)
    if (endpoint.file !== undefined) return file(c, reply.status, endpoint.file, String(reply.data))
    return json(c, reply.status, endpoint.flat ? reply.data : { ok: true, data: reply.data })
  }
}

/** Its client asks again from where it was. */
function broken({ log }: World, c: Context<Env>, { message: reason }: Error): void {
  log.warn({ requestId: c.get('requestId'), reason }, 'a stream broke off')
}

async function count(
  world: World,
  limits: Limits,
  endpoint: Endpoint,
  caller: Caller | undefined,
  context: RequestContext,
): Promise<Record<string, string>> {
  const kind = countsAs(endpoint)
  if (caller !== undefined) return limits.countCaller(caller, kind)
  const counted = await limits.countAddress(context.address, kind)
  return endpoint.login === 'attempt' ? countLoginStep(world, context.address) : counted
}

async function inputOf(c: Context<Env>, endpoint: Endpoint, caller: Caller | undefined, context: RequestContext) {
  return {
    params: c.req.param(),
    query: validate(endpoint.query ?? NOTHING, queryOf(c.req.url)),
    body:
      endpoint.body === undefined
        ? requireNoBody(c.req.raw)
        : validate(endpoint.body, await readBody(c.req.raw, endpoint)),
    caller,
    context,
    idempotencyKey: endpoint.idempotent ? idempotencyKey(c.req.header('idempotency-key')) : undefined,
    lastEventId: endpoint.stream ? c.req.header('last-event-id') : undefined,
  }
}

/** Parameters of an endpoint that has none: any that is given is refused, since its sender meant something by it. */
const NOTHING = z.strictObject({})

/** A parameter given twice is refused: which one would count? */
function queryOf(url: string): Record<string, string> {
  const query: Record<string, string> = {}
  if (!url.includes('?')) return query
  for (const [name, value] of new URL(url).searchParams) {
    if (Object.hasOwn(query, name)) throw invalid(name, 'is given twice')
    query[name] = value
  }
  return query
}

function idempotencyKey(key: string | undefined): string | undefined {
  if (key === undefined) return undefined
  if (key.length <= IDEMPOTENCY_KEY_MAX && /^[\x20-\x7e]+$/.test(key)) return key
  throw invalid('Idempotency-Key', 'must be 1 to 255 printable characters')
}
