import { BlockList, isIP } from 'node:net'

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

/** Whether an address, as it is counted, is this machine's. */
export function isLoopback(address: string): boolean {
  return address.startsWith('127.') || address === prefix64('::1')
}

function trustedProxies(proxies: string[]): BlockList {
  const list = new BlockList()
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

function isTrusted(list: BlockList, address: string): boolean {
  return isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Without the port that some proxies add; `::ffff:127.0.0.1` is 127.0.0.1. */
function plainAddress(text: string): string {
  const address = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
}

/** The first four groups of an IPv6 address, however it was abbreviated. */
function prefix64(address: string): string {
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? []
  const front = head.split(':').filter(Boolean)
  const back = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0')
  const groups = [...front, ...zeros, ...back].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${groups.join(':')}::/64`
}
