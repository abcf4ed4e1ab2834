import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Site = { origin: string; close(): Promise<void> }

type Page = { html: string; headers?: Record<string, string> }
/** A page by its path: HTML, with headers where they matter, or what the site does when it is asked for it. */
export type Pages = Record<string, string | Page | ((query: URLSearchParams) => string | Promise<string>)>

/** A web site on a port of this machine, with an empty page at every path that is not among its own. */
export async function serveSite(pages: Pages = {}): Promise<Site> {
  const server = createServer(async (request, answer) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const named = pages[decodeURIComponent(pathname)] ?? ''
    const page = typeof named === 'function' ? await named(searchParams) : named
    const { html, headers } = typeof page === 'string' ? { html: page, headers: {} } : page
    answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers })
    answer.end(`<!doctype html><title>Site</title>${html}`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
