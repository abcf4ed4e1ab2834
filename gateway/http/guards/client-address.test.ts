import { expect, test } from 'vitest'
import { clientAddress } from './client-address.ts'

test.each([
  ['a direct client', '203.0.113.9', undefined, [], '203.0.113.9'],
  ['a forged header from a direct client', '203.0.113.9', '10.0.0.1', [], '203.0.113.9'],
  ['a client behind the proxy', '127.0.0.1', '203.0.113.9', ['127.0.0.1'], '203.0.113.9'],
  ['a forged hop in front of the proxy', '127.0.0.1', '1.1.1.1, 203.0.113.9', ['127.0.0.1'], '203.0.113.9'],
  ['two trusted proxies', '10.0.0.2', '203.0.113.9, 10.0.0.1', ['10.0.0.0/8'], '203.0.113.9'],
  ['nonsense in the header', '127.0.0.1', 'unknown', ['127.0.0.1'], '127.0.0.1'],
  ['a hop with its port', '127.0.0.1', '6.6.6.6, 1.2.3.4:5678', ['127.0.0.1'], '1.2.3.4'],
  ['an IPv6 hop with its port', '127.0.0.1', '[2001:db8:1:2::1]:99', ['127.0.0.1'], '2001:db8:1:2::/64'],
  ['a last hop that cannot be read', '127.0.0.1', '6.6.6.6, unknown', ['127.0.0.1'], '127.0.0.1'],
  ['a proxy that is written as IPv4 in IPv6', '::ffff:10.0.0.2', '203.0.113.9', ['::ffff:10.0.0.2'], '203.0.113.9'],
  ['IPv4 in IPv6', '::ffff:203.0.113.9', undefined, [], '203.0.113.9'],
  ['IPv6 by its network', '2001:db8:1:2:3:4:5:6', undefined, [], '2001:db8:1:2::/64'],
  ['the same network, abbreviated', '2001:db8:1:2::1', undefined, [], '2001:db8:1:2::/64'],
  ['loopback of IPv6', '::1', undefined, [], '::/64'],
] as [string, string, string | undefined, string[], string][])('%s', (_, peer, forwarded, proxies, expected) => {
  expect(clientAddress(peer, forwarded, proxies)).toBe(expected)
})
