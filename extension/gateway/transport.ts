import { NotAnAnswer } from '#shared/client-errors.ts'

/** In characters. No gateway gives an answer that is longer: 100 wallets with balances are under 100 KB. */
const LENGTH_MAX = 8 * 1024 * 1024

export type TransportSettings = {
  /** The only origin that is ever asked. */
  origin: string
  /** `include` for the session, which has no key; `omit` for the key, which has no cookie. */
  credentials: 'include' | 'omit'
  timeoutMs: number
  /** The longest answer that is read, in characters. */
  lengthMax?: number
}

/**
 * `fetch` bound to one gateway: any other address is refused before anything leaves, nothing is followed elsewhere,
 * nothing is cached, and an answer that never ends is cut off.
 */
export function transport({ origin, credentials, timeoutMs, lengthMax = LENGTH_MAX }: TransportSettings) {
  return async (url: string, init: RequestInit): Promise<Response> => {
    const timeout = AbortSignal.timeout(timeoutMs)
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout
    return whole(await fetchFrom(origin, url, { ...init, credentials, signal }), lengthMax)
  }
}

/** A refusal is short. */
const REFUSAL_LENGTH = 32 * 1024

/**
 * The same for `GET /events`, whose answer is read as it comes and may last for days. `heard` is told of every piece of it,
 * comments included, so that silence can be noticed.
 */
export function streamTransport(origin: string, heard: () => void) {
  return async (url: string, init: RequestInit): Promise<Response> => {
    const answer = await fetchFrom(origin, url, { ...init, credentials: 'omit' })
    const isStream = answer.ok && answer.headers.get('content-type')?.startsWith('text/event-stream') === true
    if (!isStream || answer.body === null) return whole(answer, REFUSAL_LENGTH)
    const listening = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(piece, out) {
        heard()
        out.enqueue(piece)
      },
    })
    return new Response(answer.body.pipeThrough(listening), { status: answer.status, headers: answer.headers })
  }
}

function fetchFrom(origin: string, url: string, init: RequestInit): Promise<Response> {
  if (new URL(url).origin !== origin) throw new Error('This client belongs to another gateway')
  return fetch(url, { ...init, redirect: 'error', cache: 'no-store', referrerPolicy: 'no-referrer' })
}

async function whole(answer: Response, lengthMax: number): Promise<Response> {
  return new Response(await bounded(answer, lengthMax), { status: answer.status, headers: answer.headers })
}

/** The whole body as text. One that is too long, or garbled on its way, is no answer of a gateway. */
async function bounded(answer: Response, lengthMax: number): Promise<string | null> {
  if (answer.body === null) return null
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw error instanceof TypeError ? new NotAnAnswer(answer.status) : error
    })
    if (done) return text
    text += value
    if (text.length > lengthMax) {
      await reader.cancel().catch(() => undefined)
      throw new NotAnAnswer(answer.status)
    }
  }
}
