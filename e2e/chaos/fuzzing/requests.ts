import * as z from 'zod/mini'
import { BASE_PATH, type EndpointName, endpoints } from '#shared/api/endpoints.ts'
import type { Endpoint } from '#shared/api/kit/endpoint.ts'
import type { Random } from '../random.ts'
import { anything, fitting, type Json, type JsonSchema, type Pools, strange } from './values.ts'

export type FuzzRequest = {
  endpoint: EndpointName
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

const names = Object.keys(endpoints) as EndpointName[]

const schemaOf = (schema: z.ZodMiniType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
const bodies = new Map(names.map((name) => [name, schemaIn((endpoints[name] as Endpoint).body)]))
const queries = new Map(names.map((name) => [name, schemaIn((endpoints[name] as Endpoint).query)]))

function schemaIn(schema: Endpoint['body']): JsonSchema | undefined {
  return schema === undefined ? undefined : schemaOf(schema as z.ZodMiniType)
}

type Headers = Record<string, string>

/** What requests can prove who they are with. */
export type Credentials = { keys: Headers[]; session: Headers }

/** A request to an endpoint of the API: as it should be, or broken in one place or several. */
export function generate(random: Random, pools: Pools, credentials: Credentials): FuzzRequest {
  const endpoint = random.pick(names)
  const { method } = endpoints[endpoint]
  const made: FuzzRequest = {
    endpoint,
    method,
    path: BASE_PATH + pathOf(endpoint, pools, random) + queryOf(endpoint, pools, random),
    headers: { host: '127.0.0.1', ...credential(endpoint, random, credentials) },
  }
  const schema = bodies.get(endpoint)
  if (schema !== undefined) {
    made.headers['content-type'] = 'application/json'
    made.body = bodyOf(schema, pools, random)
  }
  if ('idempotent' in endpoints[endpoint] && random.chance(0.5)) {
    made.headers['idempotency-key'] = random.chance(0.9) ? `k${random.between(1, 500)}` : strange(random)
  }
  return random.chance(0.25) ? bent(made, random) : made
}

function pathOf(endpoint: EndpointName, pools: Pools, random: Random): string {
  return endpoints[endpoint].path.replace(/\{\w+\}/g, () => {
    const id = random.chance(0.15)
      ? strange(random).slice(0, 3_000)
      : random.pick([...pools.walletIds, ...pools.transactionIds, ...pools.foreignIds])
    return random.chance(0.95) ? encodeURIComponent(id.toWellFormed()) : id.replace(/[\s#?]/g, '')
  })
}

function queryOf(endpoint: EndpointName, pools: Pools, random: Random): string {
  const schema = queries.get(endpoint)
  if (schema === undefined) return random.chance(0.05) ? '?surprise=1' : ''
  const query = new URLSearchParams()
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    if (random.chance(0.6)) continue
    const value = name === 'to' ? '2026-01-01T00:00:00Z' : fitting(inner, name, pools, random)
    query.append(name, String(value).toWellFormed())
    if (random.chance(0.05)) query.append(name, 'again')
  }
  if (random.chance(0.05)) query.append(strange(random).slice(0, 50).toWellFormed(), 'x')
  return query.size === 0 ? '' : `?${query}`
}

/** Mostly one that the endpoint takes. */
function credential(endpoint: EndpointName, random: Random, { keys, session }: Credentials): Headers {
  const fits = (endpoints[endpoint] as Endpoint).access === 'session' ? 0.95 : 0.15
  if (random.chance(0.95)) return random.chance(fits) ? session : random.pick(keys)
  const odd = [
    '',
    'Bearer',
    'Bearer ',
    'Basic YTpi',
    'bearer x',
    `Bearer sotto_sk_${'A'.repeat(43)}`,
    'Bearer a b',
    'B'.repeat(9_000),
  ]
  return random.chance(0.3) ? {} : { authorization: random.pick(odd) }
}

function bodyOf(schema: JsonSchema, pools: Pools, random: Random): string {
  const value = fitting(schema, '', pools, random)
  return random.chance(0.5) ? JSON.stringify(value) : broken(value, random)
}

/** A body that is wrong in one of the ways in which bodies are wrong. */
function broken(value: Json, random: Random): string {
  const text = JSON.stringify(value)
  const fields = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  const [name = 'amount'] = Object.keys(fields)
  const change = random.pick<() => string>([
    () => JSON.stringify({ ...fields, [name]: anything(random) }),
    () => JSON.stringify({ ...fields, [strange(random)]: anything(random) }),
    () => JSON.stringify(Object.fromEntries(Object.entries(fields).slice(1))),
    () => JSON.stringify(anything(random)),
    () => text.slice(0, random.between(0, text.length)),
    () => text.replace(/^\{/, '{"amount":"1","amount":"2",'),
    () => text.replace(/^\{/, '{"__proto__":{"walletId":"x"},'),
    () => text.replace(/"/g, "'"),
    () => `\ufeff${text}`,
    () => `${text}${text}`,
    () => '['.repeat(random.pick([100, 10_000, 60_000])),
    () => `{"amount":${'9'.repeat(5_000)}}`,
    () => `{"amount":1e999,"walletId":null}`,
    () => `${text}${' '.repeat(70_000)}`,
    () => '',
  ])
  return change()
}

const oddHeaders: Record<string, string[]> = {
  'content-type': [
    'text/plain',
    'application/json; charset=latin1',
    'APPLICATION/JSON',
    'application/jsonp',
    '',
    'a'.repeat(5_000),
  ],
  host: ['evil.example', 'localhost:1', '[::1]', '127.0.0.1:99999', '', 'a b', '127.0.0.1.evil.example', 'LOCALHOST'],
  'content-length': ['0', '99999999', '-1', 'x'],
  'x-forwarded-for': ['1.2.3.4', 'x'.repeat(5_000), '::1, ::2, 💥'],
  accept: ['text/html', '*/*;q=x'],
  cookie: ['sotto_session=x', 'sotto_session=; sotto_session=y', 'a'.repeat(8_000)],
  origin: ['null', 'https://evil.example'],
  'transfer-encoding': ['chunked', 'gzip'],
  'x-http-method-override': ['DELETE'],
  expect: ['100-continue'],
}

/** The same request with another method, an odd path or an odd header. */
function bent(made: FuzzRequest, random: Random): FuzzRequest {
  const [name, values] = random.pick(Object.entries(oddHeaders))
  const change = random.pick<() => Partial<FuzzRequest>>([
    () => ({ method: random.pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'PROPFIND']) }),
    () => ({
      path: random.pick([
        `${made.path}/`,
        `/${made.path}`,
        made.path.toUpperCase(),
        `${made.path}%2e%2e`,
        `${made.path}%`,
      ]),
    }),
    () => ({ path: `${BASE_PATH}/${encodeURIComponent(strange(random).slice(0, 500).toWellFormed())}` }),
    () => ({ headers: { ...made.headers, [name]: random.pick(values) } }),
  ])
  return { ...made, ...change() }
}
