import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { contract, type EndpointName } from '#shared/api/contract.ts'
import { countsAs, type Endpoint } from '#shared/api/endpoint.ts'
import { IDEMPOTENCY_KEY_MAX } from '#shared/limits.ts'
import { invalid, Refusal } from '#shared/refusals.ts'
import { type Caller, requireScope } from '../auth/caller.ts'
import { identify } from '../auth/identify.ts'
import type { World } from '../world.ts'
import { checkMediaType, readJson } from './body.ts'
import { clientAddress } from './client-address.ts'
import { type Handler, type Input, Reply } from './handlers.ts'
import type { Limits } from './limits.ts'
import { validate } from './validate.ts'

/**
 * One endpoint, from request to answer. The order is part of the contract: media type, credential, limit, scope,
 * request, and only then the handler. Nothing is changed by a request that is refused on the way.
 */
export function answer<Name extends EndpointName>(world: World, limits: Limits, name: Name, handler: Handler<Name>) {
  const endpoint: Endpoint = contract[name]
  return async (c: Context): Promise<Response> => {
    checkMediaType(c.req.raw, endpoint.body !== undefined)
    const caller = endpoint.access === 'none' ? undefined : await identify(world, c.req.header('authorization'))
    const counted = count(world, limits, c, endpoint, caller)
    for (const [key, value] of Object.entries(counted)) c.header(key, value)
    if (caller !== undefined) authorize(endpoint, caller)
    const outcome = await handler((await inputOf(c, endpoint, caller)) as Input<Name>)
    const reply = outcome instanceof Reply ? outcome : new Reply(outcome, endpoint.status, {})
    for (const [key, value] of Object.entries(reply.headers)) c.header(key, value)
    const body = endpoint.flat ? reply.data : { ok: true, data: reply.data }
    return c.json(body as object, reply.status as ContentfulStatusCode)
  }
}

function count(world: World, limits: Limits, c: Context, endpoint: Endpoint, caller: Caller | undefined) {
  const kind = countsAs(endpoint)
  if (caller !== undefined) return limits.countCaller(caller, kind)
  const { SOTTO_TRUSTED_PROXIES: proxies } = world.config
  return limits.countAddress(clientAddress(peerOf(c), c.req.header('x-forwarded-for'), proxies), kind)
}

/** Where the connection comes from; requests made in tests come from nowhere. */
function peerOf(c: Context): string {
  const incoming = (c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming
  return incoming?.socket?.remoteAddress ?? '127.0.0.1'
}

function authorize(endpoint: Endpoint, caller: Caller): void {
  const { access } = endpoint
  if (access === 'session' && caller.credential.type !== 'session') throw new Refusal('session_required')
  if (access === 'read' || access === 'manage' || access === 'pay') requireScope(caller, access)
}

async function inputOf(c: Context, endpoint: Endpoint, caller: Caller | undefined) {
  return {
    params: c.req.param(),
    query: endpoint.query && validate(endpoint.query, queryOf(c.req.url)),
    body: endpoint.body && validate(endpoint.body, await readJson(c.req.raw)),
    caller,
    idempotencyKey: endpoint.idempotent ? idempotencyKey(c.req.header('idempotency-key')) : undefined,
  }
}

/** A parameter given twice is refused: which one would count? */
function queryOf(url: string): Record<string, string> {
  const query: Record<string, string> = {}
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
