const NOTA = /^[\w-]+\.[\w-]+\.[\w-]+$/
const PAGE = /^\/pay\/[\w-]{1,100}$/

/** The page of a request, where a text is the address of one: nothing but an origin and a token. */
export function pageIn(text: string): URL | undefined {
  const url = URL.parse(text.trim())
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:') || !PAGE.test(url.pathname))
    return undefined
  return url.href === url.origin + url.pathname ? url : undefined
}

/** Whether a text can be a request at all: its nota, or the address of its page. Who signed it is asked later. */
export function isRequestText(text: string): boolean {
  return NOTA.test(text.trim()) || pageIn(text) !== undefined
}

/** By which the wallet knows a text again, without keeping it. */
export async function digestOf(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text.trim())
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
