/** An answer longer than this is not one that a gateway gives: 100 wallets with balances are under 100 KB. */
const BYTES_MAX = 8 * 1024 * 1024

export class TooLong extends Error {}

export type TransportSettings = {
  /** The only origin that is ever asked. */
  origin: string
  /** `include` for the session, which has no key; `omit` for the key, which has no cookie. */
  credentials: 'include' | 'omit'
  timeoutMs: number
}

/**
 * `fetch` bound to one gateway: any other address is refused before anything leaves, nothing is followed elsewhere,
 * nothing is cached, and an answer that never ends is cut off.
 */
export function transport({ origin, credentials, timeoutMs }: TransportSettings) {
  return async (url: string, init: RequestInit): Promise<Response> => {
    if (new URL(url).origin !== origin) throw new Error('This client belongs to another gateway')
    const timeout = AbortSignal.timeout(timeoutMs)
    const answer = await fetch(url, {
      ...init,
      credentials,
      redirect: 'error',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: init.signal ? AbortSignal.any([init.signal, timeout]) : timeout,
    })
    return new Response(await bounded(answer), { status: answer.status, headers: answer.headers })
  }
}

/** The whole body as text, as long as it is not longer than any gateway's. */
async function bounded(answer: Response): Promise<string | null> {
  if (answer.body === null) return null
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text
    text += value
    if (text.length > BYTES_MAX) {
      await reader.cancel().catch(() => undefined)
      throw new TooLong('The answer is too long')
    }
  }
}
