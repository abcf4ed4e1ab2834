import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Asked = { method: string; path: string; body: string }
export type Said = { status: number; body: unknown; headers?: Record<string, string> }
/** What becomes of a request: it is let through, answered, answered with another body than the target's, or never. */
export type Fate = 'let through' | 'never' | Said | { rewritten(body: string): string }

/** Stands before a relayer or a node, and does with each request as it is told at the moment. */
export async function startMiddleman(target: string) {
  const asked: Asked[] = []
  const middleman = { origin: '', asked, fate: (_: Asked): Fate => 'let through', close }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = 'GET', url: path = '/' } = request
    const one = { method, path, body: Buffer.concat(chunks).toString() }
    asked.push(one)
    const fate = middleman.fate(one)
    if (fate === 'never') return
    if (fate !== 'let through' && 'status' in fate) {
      response.writeHead(fate.status, { 'content-type': 'application/json', ...fate.headers })
      response.end(JSON.stringify(fate.body))
      return
    }
    const passed = await fetch(new URL(path, target), {
      method,
      headers: { 'content-type': 'application/json' },
      ...(method === 'POST' ? { body: one.body } : {}),
    })
    const text = await passed.text()
    const retryAfter = passed.headers.get('retry-after')
    response.writeHead(passed.status, {
      'content-type': passed.headers.get('content-type') ?? 'application/json',
      ...(retryAfter === null ? {} : { 'retry-after': retryAfter }),
    })
    response.end(fate === 'let through' ? text : fate.rewritten(text))
  })
  server.keepAliveTimeout = 120_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  middleman.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function close(): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeAllConnections()
    return closed
  }
  return middleman
}

/** The relayer's own words for no. */
export function refusal(status: number, label: string): Said {
  const details = [{ field: 'signature', issue: label }]
  return {
    status,
    body: { status: 'failed', requestId: 'refused', error: { label, message: `it says ${label}`, details } },
    headers: { 'retry-after': '1' },
  }
}
