import type * as z from 'zod/mini'
import type { EventType } from '../../model/event.ts'
import type { Scope } from '../../model/user.ts'
import type { RefusalCode } from '../../refusal-codes.ts'

/**
 * Who may call: `none` needs no credential, `any` takes every credential whatever its scopes,
 * a scope asks it of an API key (a session has all), `session` refuses API keys.
 */
export type Access = 'none' | 'any' | 'session' | Scope

type Schema = z.ZodMiniType

/** One endpoint of the API: everything a route, a client, the OpenAPI document and the conformance test need to know. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to `/api/v1`, path parameters in braces. */
  path: string
  summary: string
  tag: string
  access: Access
  query?: Schema
  body?: Schema
  /** Largest body, if it may be larger than 64 KiB. */
  bodyBytesMax?: number
  /** The body may come as multipart/form-data, with a file. */
  files?: true
  status: 200 | 201
  /** What stands in `data`; the whole answer where `flat` is set. */
  data: Schema
  /** The two sandbox probes answer without the envelope. */
  flat?: true
  /** Answers with a file of this media type, without the envelope; `data` is its text. */
  file?: string
  /** Answers with server-sent events; `data` is what stands in one of them. */
  stream?: true
  /** Honours `Idempotency-Key`. */
  idempotent?: true
  /** Needs a session whose sign-in is under 10 minutes old: a stolen cookie is not a total loss. */
  recent?: true
  /** Concerns the account as a whole: not for an API key that is limited to some of its wallets. */
  whole?: true
  /** A session may do this also while its password must be changed first. */
  beforePasswordChange?: true
  /** A step of signing in, checked for its origin. An attempt also counts against the login limit of its address. */
  login?: 'attempt' | 'options'
  /** What the audit log calls it, whether it succeeds or is refused. */
  event?: EventType
  /** Codes beyond those that every endpoint can answer (see `commonRefusals`). */
  refusals: readonly RefusalCode[]
}

export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name]: string } & PathParams<Rest>
  : unknown

export type Query<E extends Endpoint> = E['query'] extends Schema ? z.infer<E['query']> : undefined
export type Body<E extends Endpoint> = E['body'] extends Schema ? z.infer<E['body']> : undefined
export type Data<E extends Endpoint> = z.infer<E['data']>

/** What any endpoint can answer, by the kind of its access and request. */
export function commonRefusals(endpoint: Endpoint): RefusalCode[] {
  const codes: RefusalCode[] = [
    'misdirected_request',
    'method_not_allowed',
    'rate_limited',
    'internal_error',
    'storage_unavailable',
  ]
  if (endpoint.access !== 'none')
    codes.push('unauthenticated', 'invalid_api_key', 'invalid_session', 'account_disabled')
  if (endpoint.access !== 'none' && !endpoint.beforePasswordChange) codes.push('password_change_required')
  if (endpoint.login !== undefined || (endpoint.access !== 'none' && isWrite(endpoint)))
    codes.push('cross_site_request')
  if (endpoint.recent) codes.push('reauthentication_required')
  if (endpoint.access === 'session') codes.push('session_required')
  if (['read', 'manage', 'pay'].includes(endpoint.access)) codes.push('insufficient_scope')
  codes.push('validation_error')
  if (isWrite(endpoint)) codes.push('unsupported_media_type')
  if (endpoint.body !== undefined) codes.push('payload_too_large')
  if (endpoint.idempotent) codes.push('idempotency_mismatch', 'idempotency_in_progress')
  return codes
}

/** Every code an endpoint can answer, once. */
export function refusalsOf(endpoint: Endpoint): RefusalCode[] {
  return [...new Set([...commonRefusals(endpoint), ...endpoint.refusals])]
}

export function isWrite(endpoint: Endpoint): boolean {
  return endpoint.method !== 'GET'
}

/** A body of which no field is required may be left out. */
export function requiresBody({ body }: Pick<Endpoint, 'body'>): boolean {
  return body !== undefined && !(body._zod.def.type === 'object' && body.safeParse({}).success)
}

/** Whether a call counts against the writes or the reads of its principal. */
export function countsAs(endpoint: Endpoint): 'reads' | 'writes' {
  return isWrite(endpoint) ? 'writes' : 'reads'
}
