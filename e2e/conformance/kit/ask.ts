import { request as send } from 'node:http'
import { BASE_PATH, type EndpointName, endpoints } from '#shared/api/endpoints.ts'
import type { Endpoint } from '#shared/api/kit/endpoint.ts'
import type { Example } from './row.ts'

/** A request, before anything makes it well-formed. */
export type Question = { method: string; path: string; headers: Record<string, string>; body?: string }

export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: unknown }

/** Sends bytes as they are: any `Host`, any method, any body. */
export function ask(origin: string, { method, path, headers, body }: Question): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = send(new URL(path, origin), { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        const first = firstEvent(response.headers['content-type'], chunks)
        if (first === undefined) return
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: { ok: true, data: first } })
        response.destroy()
      })
      response.once('error', reject)
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: jsonOrText(text) })
      })
    })
    request.once('error', reject)
    request.end(body)
  })
}

/** What stands in the first event of a stream, which has no end of its own, once it is there. */
function firstEvent(type: string | undefined, chunks: Buffer[]): unknown {
  if (type?.startsWith('text/event-stream') !== true) return undefined
  const [message, ...rest] = Buffer.concat(chunks).toString('utf8').split('\n\n')
  return rest.length === 0 ? undefined : jsonOrText(/^data: (.*)$/m.exec(message ?? '')?.[1] ?? '')
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export function endpointOf(name: EndpointName): Endpoint {
  return endpoints[name]
}

/** The request of an endpoint, filled with an example. Path parameters that the example leaves out name nothing. */
export function question(name: EndpointName, apiKey: string | undefined, example: Example = {}): Question {
  const { method, path, body } = endpointOf(name)
  const filled = path.replace(/\{(\w+)\}/g, (_, param: string) => encodeURIComponent(example.params?.[param] ?? 'none'))
  const query = new URLSearchParams(example.query).toString()
  const credential = example.headers ?? (apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` })
  return {
    method,
    path: `${BASE_PATH}${filled}${query === '' ? '' : `?${query}`}`,
    headers: { ...credential, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify('body' in example ? example.body : {}) }),
  }
}
