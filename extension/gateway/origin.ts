/** Why an address cannot be a gateway's. */
export type AddressFlaw = 'empty' | 'not_an_address' | 'plain_http' | 'has_credentials'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** A name or a number, as parsed. Chromium takes names with blanks and other signs in them, too. */
const HOST = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])$/

/** The names of this machine for which the manifest lets plain http be asked for. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.has(hostname)
}

/**
 * The origin that a typed address means. Without a scheme it is https, or http for this machine. `127.0.0.1` and `[::1]`
 * become `localhost`, since passkeys belong to names and never to numbers.
 */
export function gatewayOrigin(typed: string): { origin: string } | { flaw: AddressFlaw } {
  const text = typed.trim()
  if (text === '') return { flaw: 'empty' }
  const url = parse(text)
  if (url === undefined || url.hostname === '') return { flaw: 'not_an_address' }
  if (url.username !== '' || url.password !== '') return { flaw: 'has_credentials' }
  const loopback = isLoopback(url.hostname)
  if (url.protocol === 'http:' && !loopback) return { flaw: 'plain_http' }
  if (url.hostname === '127.0.0.1' || url.hostname === '[::1]') url.hostname = 'localhost'
  return { origin: url.origin }
}

function parse(text: string): URL | undefined {
  const schemed = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
  const url = URL.parse(schemed ? text : `${defaultScheme(text)}://${text}`)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined
  return HOST.test(url.hostname) ? url : undefined
}

function defaultScheme(text: string): 'http' | 'https' {
  const hostname = URL.parse(`http://${text}`)?.hostname
  return hostname !== undefined && isLoopback(hostname) ? 'http' : 'https'
}

/** What the browser calls the permission for an origin. Firefox's patterns know no ports. */
export function permissionPattern(origin: string): string {
  const { protocol, hostname } = new URL(origin)
  return `${protocol}//${hostname}/*`
}
