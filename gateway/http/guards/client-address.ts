import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The address a request is counted under: the peer's, or, where the peer is a configured proxy, the last address in
 * `X-Forwarded-For` that is not itself one. IPv6 counts by /64, since a household has that many.
 */
export function clientAddress(peer: string, forwardedFor: string | undefined, proxies: string[]): string {
  const trusted = trustedProxies(proxies)
  const hops = forwardedFor === undefined ? [] : forwardedFor.split(',').map((hop) => plainAddress(hop.trim()))
  let address = plainAddress(peer)
  while (isTrusted(trusted, address)) {
    const hop = hops.pop()
    // What cannot be read is not skipped: behind it stands whatever the client wrote itself.
    if (hop === undefined || isIP(hop) === 0) break
    address = hop
  }
  return isIP(address) === 6 ? prefix64(address) : address
}

/** Whether a peer is a configured proxy: what comes from there is of those that it names. */
export function isProxy(peer: string, proxies: string[]): boolean {
  return isTrusted(trustedProxies(proxies), plainAddress(peer))
}

/** Whether an address, as it is counted, is this machine's. */
export function isLoopback(address: string): boolean {
  return address.startsWith('127.') || address === prefix64('::1')
}

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Trusted = ReturnType<typeof ipaddr.parseCIDR>[]

function trustedProxies(proxies: string[]): Trusted {
  return proxies.map((proxy) => (proxy.includes('/') ? ipaddr.parseCIDR(proxy) : alone(ipaddr.process(proxy))))
}

/** A network of one address, as peers are written: `::ffff:10.0.0.1` is 10.0.0.1. */
const alone = (address: Address): Trusted[number] => [address, address.kind() === 'ipv6' ? 128 : 32]

function isTrusted(trusted: Trusted, address: string): boolean {
  if (trusted.length === 0) return false
  const parsed = parse(address)
  return parsed !== undefined && trusted.some((range) => range[0].kind() === parsed.kind() && parsed.match(range))
}

function parse(address: string): Address | undefined {
  return isIP(address) === 0 ? undefined : ipaddr.process(address)
}

/** Without the port that some proxies add; `::ffff:127.0.0.1` is 127.0.0.1. */
function plainAddress(text: string): string {
  if (isIP(text) === 4) return text
  const address = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text
  const parsed = parse(address)
  return parsed?.kind() === 'ipv4' ? parsed.toString() : address
}

/** The network of an IPv6 address, however it was abbreviated. */
function prefix64(address: string): string {
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.split('%')[0]}/64`).toString()}/64`
}
