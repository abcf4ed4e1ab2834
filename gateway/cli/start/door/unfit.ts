import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { invalid, Refusal } from '#shared/refusal.ts'
import { envelope } from '../../../http/failure.ts'
import { newId } from '../../../world/new-id.ts'

const LINGER_MS = 2_000

/** What Hono never gets to see is refused in the envelope too, since a client reads nothing else. */
const bodyOf = (refusal: Refusal) => JSON.stringify(envelope(refusal))

const headersOf = ({ headers }: Refusal) => ({
  'Content-Type': 'application/json',
  'X-Content-Type-Options': 'nosniff',
  'X-Request-Id': newId(),
  Connection: 'close',
  ...headers,
})

/** For a socket that no response belongs to. */
export function endWith(socket: Duplex, status: string, refusal: Refusal): void {
  const body = bodyOf(refusal)
  const headers = { ...headersOf(refusal), 'Content-Length': Buffer.byteLength(body) }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${status}\r\n${head.join('\r\n')}\r\n\r\n${body}`)
}

/** What is no HTTP at all, or too much of it, is told so, as long as nothing else was sent before. */
export function refuseBroken(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable || (socket as Socket).bytesWritten > 0) {
    socket.destroy()
    return
  }
  const [status, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'the headers are larger than 16 KiB']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'the request did not arrive in time']
        : ['400 Bad Request', 'the request cannot be read']
  endWith(socket, status, invalid('', message))
  // It may never close its side.
  ;(socket as Socket).setTimeout(LINGER_MS, () => socket.destroy())
}

/** `CONNECT` asks a proxy, which this is not. */
export function refuseTunnel(_: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy())
  // Node no longer looks after it: a client that never closes would hold its place, and the end of the gateway, for ever.
  socket.once('finish', () => socket.destroy())
  endWith(socket, '405 Method Not Allowed', new Refusal('method_not_allowed', { headers: { Allow: 'GET, POST' } }))
}

/** HTTP defines no expectation but `100-continue`, which Node answers: any other is refused. */
export function refuseExpectation(_: IncomingMessage, response: ServerResponse): void {
  answerWith(response, invalid('Expect', 'is nothing but 100-continue here'))
}

export function answerWith(response: ServerResponse, refusal: Refusal): void {
  response.writeHead(refusal.status, headersOf(refusal)).end(bodyOf(refusal))
}

/** Passes on what means the same to everyone who reads it. */
export function fitOnly(listener: RequestListener): RequestListener {
  return (request, response) => {
    const refusal = refusalOf(request)
    if (refusal === undefined) return listener(request, response)
    answerWith(response, refusal)
  }
}

function refusalOf({ headers, httpVersion, url = '' }: IncomingMessage): Refusal | undefined {
  // RFC 9112, section 3.2.
  if (headers.host === undefined && httpVersion !== '1.0') return invalid('Host', 'is missing')
  return hasDotSegments(url) ? new Refusal('not_found') : undefined
}

/**
 * As the URL standard reads them (section 4.4): encoded, and after a backslash too. A proxy that lets `/api/v1` through sees
 * other paths in such a target than what would be answered here.
 */
function hasDotSegments(target: string): boolean {
  const path = target.split(/[?#]/, 1)[0] ?? ''
  return path.split(/[/\\]/).some((segment) => /^(\.|%2e){1,2}$/i.test(segment))
}
