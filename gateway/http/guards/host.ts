import { Refusal } from '#shared/refusal.ts'

/**
 * Refuses a request whose `Host` is neither a loopback name nor the configured public host: a web page that makes its
 * own name point at this machine (DNS rebinding) must not reach the gateway.
 */
export function checkHost(host: string | undefined, publicUrl: string | undefined): void {
  if (!isOwnHost(host, publicUrl)) throw new Refusal('misdirected_request')
}

/** Whether a `Host` is a loopback name or the configured public host. */
export function isOwnHost(host: string | undefined, publicUrl: string | undefined): boolean {
  const name = hostname(host)
  return name !== undefined && (isLoopback(name) || (publicUrl !== undefined && name === new URL(publicUrl).hostname))
}

/** The same few hosts come with every request, and to read one takes longer than much else of it. */
const known = new Map<string, string | undefined>()
const KNOWN_MAX = 100

function hostname(host: string | undefined): string | undefined {
  if (host === undefined || known.has(host)) return known.get(host ?? '')
  const name =
    /^[\w.:[\]-]+$/.test(host) && URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined
  if (known.size < KNOWN_MAX) known.set(host, name)
  return name
}

function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(name)
}
