import { HttpRequestError, ResponseBodyTooLargeError, TimeoutError } from 'viem'

/** What a server answered. `body` is undefined where it is no JSON. */
export type Reply = { status: number; headers: Headers; body: unknown }

/** Sends JSON to a node over a kept connection. Rejects with viem's errors, which carry nothing of what was asked. */
export type Post = (json: string) => Promise<Reply>

export type Bounds = { timeoutMs: number; maxBytes: number }

/** Name and password in the URL go into a header: `fetch` takes none. */
export function createPost(rpcUrl: string, { timeoutMs, maxBytes }: Bounds): Post {
  const { url, headers } = addressOf(rpcUrl)
  return async (json) => {
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      const response = await fetch(url, { method: 'POST', headers, body: json, signal })
      const text = await textOf(response, maxBytes)
      return { status: response.status, headers: response.headers, body: parsed(text) }
    } catch (cause) {
      if (cause instanceof ResponseBodyTooLargeError) throw cause
      const isLate = cause instanceof Error && cause.name === 'TimeoutError'
      throw isLate ? new TimeoutError({ body: {}, url }) : new HttpRequestError({ cause: cause as Error, url })
    }
  }
}

function addressOf(rpcUrl: string) {
  const url = new URL(rpcUrl)
  const [name, password] = [url.username, url.password].map(decodeURIComponent)
  const basic = Buffer.from(`${name}:${password}`).toString('base64')
  const authorization = url.username === '' ? {} : { authorization: `Basic ${basic}` }
  url.username = ''
  url.password = ''
  return { url: url.href, headers: { 'content-type': 'application/json', ...authorization } }
}

async function textOf({ body }: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw new ResponseBodyTooLargeError({ maxSize: maxBytes, size })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
