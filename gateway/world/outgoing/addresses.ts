import ipaddr from 'ipaddr.js'

/**
 * What a message may be sent to: `public` addresses alone, those of this machine too (`loopback`), or also those of networks
 * beside it (`private`). `config/config.ts` says which of them the settings allow.
 */
export type Reach = 'public' | 'loopback' | 'private'

/** Ranges of addresses beside the gateway, by the names of ipaddr.js. */
const beside: Record<Exclude<Reach, 'public'>, readonly string[]> = {
  loopback: ['loopback'],
  private: ['loopback', 'private', 'uniqueLocal', 'carrierGradeNat'],
}

/** Servers of clouds that tell a machine its secrets, at addresses that are not link-local. */
const METADATA = ['168.63.129.16', '100.100.100.200', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254'].map((each) =>
  ipaddr.parse(each).toNormalizedString(),
)
/** All that is given out to the public (IANA, "IPv6 Global Unicast Address Assignments"). */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether a message may go to an address, as numbers. What is not one is forbidden. */
export function isAllowed(address: string, reach: Reach): boolean {
  if (!ipaddr.isValid(address) || address.includes('%')) return false
  // An IPv4 address in the clothes of IPv6 is what it is on the wire.
  const parsed = ipaddr.process(address)
  if (METADATA.includes(parsed.toNormalizedString())) return false
  const range = parsed.range()
  if (range === 'unicast') return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL_IPV6)
  return reach !== 'public' && beside[reach].includes(range)
}

/** The address that a URL names by numbers, in whatever spelling; undefined of a name. */
export function addressIn({ hostname }: URL): string | undefined {
  const plain = hostname.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(plain) ? plain : undefined
}
