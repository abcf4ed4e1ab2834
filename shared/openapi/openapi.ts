import { ACCOUNT_HEADER, BASE_PATH, type EndpointName, endpoints, SESSION_COOKIE } from '../api/endpoints.ts'
import { type Endpoint, refusalsOf, requiresBody } from '../api/kit/endpoint.ts'
import { streamEvents } from '../model/stream-event.ts'
import { messages } from '../refusal.ts'
import { statuses } from '../refusal-codes.ts'
import { describe } from './descriptions.ts'
import { examples } from './examples.ts'
import { failureSchemas } from './failure.ts'
import { type Json, type Named, schemaOf } from './names.ts'
import { parametersOf } from './parameters.ts'
import { tags } from './tags.ts'

const headers = {
  'X-Request-Id': 'Leads to the lines that the gateway logged about this request.',
  'RateLimit-Policy': 'The limit that counts here, as of draft-ietf-httpapi-ratelimit-headers: `"reads";q=120;w=60`.',
  RateLimit: 'What is left of it, and the seconds until there is more: `"reads";r=119;t=60`.',
  'Retry-After': 'Seconds to wait before asking again.',
  'Idempotency-Replayed': '`true` where this answer is to a request that was made before with the same key.',
  'WWW-Authenticate': 'How to authenticate: `Bearer`.',
} as const

function headersOf(...names: (keyof typeof headers)[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function headersOfFailure(status: number): Json {
  if (status === 401) return headersOf('X-Request-Id', 'WWW-Authenticate')
  if (status === 429) return headersOf('X-Request-Id', 'RateLimit-Policy', 'RateLimit', 'Retry-After')
  return headersOf('X-Request-Id', ...(status === 503 ? (['Retry-After'] as const) : []))
}

function success(endpoint: Endpoint, named: Named, example: unknown): Json {
  const data = schemaOf(endpoint.data, 'output', named)
  const body = endpoint.flat
    ? data
    : { type: 'object', required: ['ok', 'data'], properties: { ok: { const: true }, data } }
  if (endpoint.stream)
    return {
      description:
        'A stream of events: each has `id`, `event` and `data`, and a comment comes where nothing else does.',
      headers: headersOf('X-Request-Id', 'RateLimit-Policy', 'RateLimit'),
      content: { 'text/event-stream': { schema: { type: 'string' }, 'x-data': eventsOf(named) } },
    }
  if (endpoint.file !== undefined)
    return {
      description: 'A file',
      headers: headersOf('X-Request-Id', 'RateLimit-Policy', 'RateLimit'),
      content: { [endpoint.file]: { schema: data } },
    }
  const replayed = endpoint.idempotent ? (['Idempotency-Replayed'] as const) : []
  return {
    description: 'Success',
    headers: headersOf('X-Request-Id', 'RateLimit-Policy', 'RateLimit', ...replayed),
    content: {
      'application/json': { schema: body, ...(example === undefined ? {} : { example: { ok: true, data: example } }) },
    },
  }
}

/** What stands in `data:`, an alternative for each event, whose name is its title. */
function eventsOf(named: Named): Json {
  return {
    anyOf: Object.entries(streamEvents).map(([title, event]) => ({ title, ...schemaOf(event, 'output', named) })),
  }
}

/** Failures of one endpoint, a row per HTTP status naming its codes. */
function failures(endpoint: Endpoint): Json {
  const byStatus = new Map<number, string[]>()
  for (const code of refusalsOf(endpoint)) {
    const status = statuses[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].sort().map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\`: ${messages[code as keyof typeof messages]}`).join('\n\n'),
        headers: headersOfFailure(status),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    ]),
  )
}

function securityOf({ access }: Endpoint): Json[] {
  if (access === 'none') return []
  return access === 'session' ? [{ session: [] }] : [{ apiKey: [] }, { session: [] }]
}

function operation(name: EndpointName, endpoint: Endpoint, named: Named): Json {
  const { body, data } = examples[name] ?? {}
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [endpoint.tag],
    security: securityOf(endpoint),
    parameters: parametersOf(name, endpoint, named),
    ...(endpoint.body === undefined
      ? {}
      : {
          requestBody: {
            required: requiresBody(endpoint),
            content: {
              'application/json': {
                schema: inputOf(name, endpoint.body, named),
                ...(body === undefined ? {} : { example: body }),
              },
              ...(endpoint.files ? { 'multipart/form-data': { schema: formOf(endpoint.body, named) } } : {}),
            },
          },
        }),
    responses: { [endpoint.status]: success(endpoint, named, data), ...failures(endpoint) },
  }
}

/** What a call takes, under a name of its own. */
function inputOf(name: string, body: NonNullable<Endpoint['body']>, named: Named): Json {
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`
  named.set(title, schemaOf(body, 'input', named))
  return { $ref: `#/components/schemas/${title}` }
}

/** A form with a file in place of what would be its content as JSON. */
function formOf(body: NonNullable<Endpoint['body']>, named: Named): Json {
  const { rows: _, csv: __, pain001: ___, ...fields } = schemaOf(body, 'input', named).properties as Json
  return { type: 'object', properties: { file: { type: 'string', format: 'binary' }, ...fields }, required: ['file'] }
}

/** The OpenAPI 3.1 document, made from the endpoints. */
export function openApi(version: string): Json {
  const paths: Record<string, Json> = {}
  const named: Named = new Map()
  for (const [name, endpoint] of Object.entries(endpoints) as [EndpointName, Endpoint][]) {
    const one = operation(name, endpoint, named)
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: one }
  }
  describe(named)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sotto: Confidential Payments Service API',
      version: `v1 (sotto ${version})`,
      description: 'Amounts are decimal strings. Failures are matched on `error.code`.',
    },
    servers: [{ url: BASE_PATH }],
    tags,
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: SESSION_COOKIE,
          description: `A call may name its account in the header \`${ACCOUNT_HEADER}\` (\`user.id\`): in a session of another account it is \`401 invalid_session\`.`,
        },
      },
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
      ),
      schemas: {
        ...Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1))),
        ...failureSchemas,
      },
    },
  }
}
