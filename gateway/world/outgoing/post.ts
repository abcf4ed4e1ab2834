import { request as http, type IncomingMessage } from 'node:http'
import { request as https } from 'node:https'
import type { LookupFunction } from 'node:net'
import { addressIn, isAllowed, type Reach } from './addresses.ts'
import { createResolve, type Found, type Resolve } from './resolve-name.ts'

/** Why there was no answer. `no_http`: what came is none, or none that a client takes. */
export type PostFlaw = 'not_resolved' | 'forbidden_address' | 'unreachable' | 'certificate' | 'timeout' | 'no_http'
export type Posted = { is: 'answered'; status: number } | { is: 'unanswered'; flaw: PostFlaw }

/** Sends a message to an address that somebody else has chosen. Never rejects. */
export type Post = (url: string, message: { headers: Record<string, string>; body: string }) => Promise<Posted>

type Bounds = { reach: Reach; timeoutMs: number; maxBytes: number }

/**
 * A name is resolved once, all its addresses are checked, and the connection goes to those: an answer of the name server that
 * changes in between changes nothing. A redirect is an answer like any other. Of what is answered so much is read, and none of it
 * kept: a receiver that anyone can name is no way to read what stands there.
 */
export function createPost({ reach, timeoutMs, maxBytes }: Bounds, resolve: Resolve = createResolve(reach)): Post {
  return async (text, message) => {
    const url = new URL(text)
    const end = AbortSignal.timeout(timeoutMs)
    const found = await within(end, addressesOf(url, resolve, end))
    if (typeof found === 'string') return { is: 'unanswered', flaw: found }
    if (found.length === 0 || !found.every(({ address }) => isAllowed(address, reach)))
      return { is: 'unanswered', flaw: 'forbidden_address' }
    return send(url, found, message, end, maxBytes)
  }
}

/** The addresses, or why there are none. A name server that does not answer takes no longer than a receiver may. */
async function within(end: AbortSignal, found: Promise<Found[]>): Promise<Found[] | PostFlaw> {
  const late = new Promise<PostFlaw>((resolve) =>
    end.addEventListener('abort', () => resolve('timeout'), { once: true }),
  )
  return Promise.race([found.catch((): PostFlaw => 'not_resolved'), late])
}

async function addressesOf(url: URL, resolve: Resolve, end: AbortSignal): Promise<Found[]> {
  const address = addressIn(url)
  if (address !== undefined) return [{ address, family: address.includes(':') ? 6 : 4 }]
  return resolve(url.hostname, end)
}

function send(
  url: URL,
  found: Found[],
  { headers, body }: { headers: Record<string, string>; body: string },
  signal: AbortSignal,
  maxBytes: number,
): Promise<Posted> {
  const pinned: LookupFunction = (_, { all }, done) => {
    const [first] = found as [Found, ...Found[]]
    if (all) done(null, found)
    else done(null, first.address, first.family)
  }
  return new Promise((resolve) => {
    const fail = (error: unknown) => resolve({ is: 'unanswered', flaw: signal.aborted ? 'timeout' : flawOf(error) })
    try {
      const ask = url.protocol === 'https:' ? https : http
      const length = String(Buffer.byteLength(body))
      const request = ask(url, {
        ...{ method: 'POST', agent: false, lookup: pinned, signal },
        headers: { ...headers, 'content-length': length, 'user-agent': 'sotto' },
      })
      // Also behind the answer: what comes of its body changes nothing.
      request.on('error', fail)
      request.once('close', () => fail(new Error('no answer')))
      // A switch of protocols is refused, as by any client that asked for none.
      request.once('upgrade', (_, socket) => socket.destroy())
      request.once('response', (response) => {
        resolve({ is: 'answered', status: response.statusCode ?? 0 })
        drain(response, maxBytes)
      })
      request.end(body)
    } catch (error) {
      fail(error)
    }
  })
}

/** What is short enough ends in order; more is not waited for. */
function drain(response: IncomingMessage, maxBytes: number): void {
  let size = 0
  response.on('error', () => {})
  response.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > maxBytes) response.destroy()
  })
}

const UNREACHABLE = /^(ECONN|EHOST|ENET|EADDR|EPIPE|ETIMEDOUT)/
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/

function flawOf(error: unknown): PostFlaw {
  const [first] = error instanceof AggregateError ? error.errors : [error]
  const code = String((first as NodeJS.ErrnoException | undefined)?.code ?? '')
  if (UNREACHABLE.test(code)) return 'unreachable'
  return CERTIFICATE.test(code) ? 'certificate' : 'no_http'
}
