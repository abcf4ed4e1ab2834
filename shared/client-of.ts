import type { Endpoints, EndpointName as Name } from './api/endpoints.ts'
import { BASE_PATH } from './api/kit/base.ts'
import type { Body, Data, Endpoint, PathParams, Query } from './api/kit/endpoint.ts'
import { BrokenAnswer, NotAnAnswer, UnfamiliarRefusal } from './client-errors.ts'
import { type RefusalCode, Refused, statuses } from './refusal-codes.ts'

/** Those that answer once; for the stream there is `readEvents`. */
export type CallName = { [N in Name]: Endpoints[N] extends { stream: true } ? never : N }[Name]

type Fields<T> = T extends undefined ? unknown : IsNothing<T> extends true ? unknown : T
/** A body without fields, which would keep path parameters from standing beside it. */
type IsNothing<T> = T extends Record<string, never> ? (string extends keyof T ? true : false) : false

/** One argument object: path parameters, query and body together, as their names never collide in this API. */
export type CallInput<Name extends CallName> = PathParams<Endpoints[Name]['path']> &
  Fields<QueryInput<Name>> &
  Fields<Body<Endpoints[Name]>>

type QueryInput<Name extends CallName> =
  Query<Endpoints[Name]> extends infer Q ? (Q extends object ? { [K in keyof Q]?: Q[K] } : undefined) : never

export type CallOptions = {
  idempotencyKey?: string
  signal?: AbortSignal
  /** Further ones, as that in which a call names its account (`ACCOUNT_HEADER`). */
  headers?: Record<string, string>
}

export type Client = {
  [Name in CallName]: (input: CallInput<Name>, options?: CallOptions) => Promise<Data<Endpoints[Name]>>
}

export type ClientSettings = {
  /** Origin of the gateway, such as `http://127.0.0.1:7984`; `/api/v1` is added. */
  origin: string
  apiKey?: string
  /** Carries the request out; must not follow redirects with the key. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** How the browser is to send it: `{ credentials: 'include' }` makes a client of the session's cookie. */
  request?: RequestSettings
}

/** Never the method, the headers, the body or what happens at a redirect: those are the client's. */
export type RequestSettings = Pick<RequestInit, 'credentials' | 'cache' | 'referrerPolicy'>

/**
 * The typed client of some endpoints. Answers go through the API's schemas; a failure envelope becomes a `Refused`
 * with the gateway's code, message and details; no answer at all rejects with the cause from `fetch`.
 */
export function clientOf<Name extends CallName>(
  endpoints: Pick<Endpoints, Name>,
  settings: ClientSettings,
): Pick<Client, Name> {
  const call = (endpoint: Endpoint) => async (input: Record<string, unknown>, options?: CallOptions) =>
    dataOf(endpoint, await askFor(settings, endpoint, input, options))
  const calls = Object.entries(endpoints).map(([name, endpoint]) => [name, call(endpoint as Endpoint)])
  return Object.fromEntries(calls) as Pick<Client, Name>
}

/** What has to be known of an endpoint to ask it, but not to read its answer. */
export type Route = {
  method: Endpoint['method']
  path: string
  query?: unknown
  body?: unknown
  flat?: true
  file?: string
}

/** What the gateway answers, as it came: `dataOf` makes of it what the API says. */
export async function askFor(
  settings: ClientSettings,
  route: Route,
  input: Record<string, unknown>,
  options: CallOptions = {},
): Promise<unknown> {
  const rest = { ...input }
  const path = route.path.replace(/\{(\w+)\}/g, (_, param: string) => {
    const value = String(rest[param])
    delete rest[param]
    return encodeURIComponent(value)
  })
  const url = new URL(BASE_PATH + path, settings.origin)
  // Addresses are logged by servers on the way: no more than the endpoint asks for stands in one.
  if ('query' in route) {
    for (const [key, value] of Object.entries(rest)) if (value !== undefined) url.searchParams.set(key, String(value))
  }
  const headers: Record<string, string> = { ...options.headers, accept: route.file ?? 'application/json' }
  if (settings.apiKey !== undefined) headers.authorization = `Bearer ${settings.apiKey}`
  if (options.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey
  const init: RequestInit = { ...settings.request, method: route.method, headers, redirect: 'error' }
  if ('body' in route) {
    headers['content-type'] = 'application/json'
    // Without path parameters the input is the body itself, which at the echo probe may be any JSON value.
    init.body = JSON.stringify(route.path.includes('{') ? rest : input)
  }
  if (options.signal !== undefined) init.signal = options.signal
  const answer = await (settings.fetch ?? fetch)(url.href, init)
  if (route.file !== undefined && answer.ok) return (await answer.text()) as never
  return read(answer, route)
}

type Envelope = {
  ok: unknown
  data?: unknown
  error?: { code?: unknown; message?: unknown; details?: unknown } | null
}

/** Reads the envelope of an answer. If the body breaks off, rejects with the cause: the gateway may have done the call. */
async function envelopeIn(answer: Response): Promise<Envelope> {
  const json: unknown = await answer.json().catch((error: unknown) => {
    if (!(error instanceof SyntaxError)) throw error
  })
  if (typeof json !== 'object' || json === null || !('ok' in json)) throw new NotAnAnswer(answer.status)
  return json
}

async function read(answer: Response, route: Route): Promise<unknown> {
  const json = await envelopeIn(answer)
  if (json.ok !== true) throw failureIn(json, answer)
  return 'flat' in route ? json : json.data
}

/** What an endpoint answered, held to its schema. */
export function dataOf(endpoint: Pick<Endpoint, 'method' | 'path' | 'status' | 'data'>, data: unknown): never {
  const parsed = endpoint.data.safeParse(data)
  if (!parsed.success) throw new BrokenAnswer(`${endpoint.method} ${endpoint.path}`, endpoint.status, parsed.error)
  return parsed.data as never
}

/** The error of an answer without data: `Refused` for a failure envelope with a known code. Rejects if there is no envelope. */
export async function failureOf(answer: Response): Promise<Error> {
  return failureIn(await envelopeIn(answer), answer)
}

function failureIn({ error }: Envelope, answer: Response): Error {
  // Of a text or a number, too: they have none of the three.
  const { code, message, details } = error ?? {}
  if (typeof code !== 'string' || typeof message !== 'string') return new NotAnAnswer(answer.status)
  if (!Object.hasOwn(statuses, code)) return new UnfamiliarRefusal(answer.status, code, message)
  const retryAfter = answer.headers.get('retry-after')
  return new Refused(code as RefusalCode, {
    message,
    details,
    headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
  })
}
