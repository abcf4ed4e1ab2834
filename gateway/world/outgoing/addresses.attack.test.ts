import { describe, expect, test } from 'vitest'
import { readConfig, webhookReach } from '../../config/config.ts'
import { addressIn, isAllowed } from './addresses.ts'
import { post, refused } from './post-fixture.ts'

/** Each may be what a host name stands for, or be written in an address. */
const forbidden = [
  ['loopback', '127.0.0.1'],
  ['loopback, elsewhere in it', '127.8.9.10'],
  ['this host', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['private, a', '10.1.2.3'],
  ['private, b', '172.16.0.1'],
  ['private, the end of b', '172.31.255.255'],
  ['private, c', '192.168.1.1'],
  ['shared, of a provider', '100.64.0.1'],
  ['metadata', '169.254.169.254'],
  ['metadata of containers', '169.254.170.2'],
  ['metadata, Alibaba', '100.100.100.200'],
  ['metadata, Azure', '168.63.129.16'],
  ['metadata, Oracle', '192.0.0.192'],
  ['link-local', '169.254.1.1'],
  ['multicast', '224.0.0.1'],
  ['multicast, its end', '239.255.255.255'],
  ['broadcast', '255.255.255.255'],
  ['reserved', '240.0.0.1'],
  ['benchmarks', '198.18.0.1'],
  ['documentation', '192.0.2.1'],
  ['loopback, IPv6', '::1'],
  ['no address, IPv6', '::'],
  ['mapped loopback', '::ffff:127.0.0.1'],
  ['mapped loopback, in hexadecimal', '::ffff:7f00:1'],
  ['mapped metadata', '::ffff:a9fe:a9fe'],
  ['mapped private', '::ffff:10.0.0.1'],
  ['compatible loopback', '::7f00:1'],
  ['translated loopback (NAT64)', '64:ff9b::7f00:1'],
  ['translated metadata (NAT64)', '64:ff9b::a9fe:a9fe'],
  ['translated private (NAT64)', '64:ff9b::c0a8:101'],
  ['translated, local (NAT64)', '64:ff9b:1::a00:1'],
  ['translated (SIIT)', '::ffff:0:7f00:1'],
  ['6to4 of loopback', '2002:7f00:1::'],
  ['6to4 of metadata', '2002:a9fe:a9fe::'],
  ['6to4 of private', '2002:c0a8:101::1'],
  ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ['unique local', 'fd12:3456:789a::1'],
  ['unique local, fc', 'fc00::1'],
  ['metadata, IPv6', 'fd00:ec2::254'],
  ['metadata, IPv6, Google', 'fd20:ce::254'],
  ['link-local, IPv6', 'fe80::1'],
  ['site-local', 'fec0::1'],
  ['multicast, IPv6', 'ff02::1'],
  ['documentation, IPv6', '2001:db8::1'],
  ['discarded', '100::1'],
  ['not given out', '4000::1'],
] as const

const bracketed = (address: string) => (address.includes(':') ? `[${address}]` : address)

test.each(forbidden)('nothing goes to %s: %s', async (_, address) => {
  expect(isAllowed(address, 'public')).toBe(false)
  expect(await post(`http://${bracketed(address)}/`)).toEqual(refused)
  const family = address.includes(':') ? 6 : 4
  expect(await post('http://shop.example.org/', { resolve: async () => [{ address, family }] })).toEqual(refused)
})

test.each(['1.1.1.1', '93.184.215.14', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450:4001:80b::200e'])(
  'what is public is not refused: %s',
  (address) => {
    expect(isAllowed(address, 'public')).toBe(true)
  },
)

test.each([
  ['decimal', 'http://2130706433/'],
  ['hexadecimal', 'http://0x7f000001/'],
  ['octal', 'http://017700000001/'],
  ['octal parts', 'http://0177.0.0.1/'],
  ['hexadecimal parts', 'http://0x7f.0.0.0x1/'],
  ['two parts', 'http://127.1/'],
  ['three parts', 'http://127.0.1/'],
  ['zero', 'http://0/'],
  ['a point behind it', 'http://127.0.0.1./'],
  ['full-width digits', 'http://１２７.０.０.１/'],
  ['circled digits', 'http://①②⑦.⓪.⓪.①/'],
  ['escaped', 'http://%31%32%37.0.0.1/'],
  ['metadata, decimal', 'http://2852039166/'],
  ['metadata, octal parts', 'http://0251.0376.0251.0376/'],
  ['metadata, hexadecimal', 'http://0xa9fea9fe/'],
  ['private, decimal', 'http://3232235777/'],
  ['IPv6, long', 'http://[0:0:0:0:0:0:0:1]/'],
  ['IPv6, mapped', 'http://[::ffff:127.0.0.1]/'],
])('an address in another spelling is what it is: %s', async (_, url) => {
  expect(addressIn(new URL(url))).toBeDefined()
  expect(await post(url)).toEqual(refused)
})

test.each(['fe80::1%eth0', '127.0.0.1 ', 'localhost', '', '1.2.3', '::1/128'])(
  'what is no address is forbidden: “%s”',
  (address) => {
    expect(isAllowed(address, 'private')).toBe(address === '1.2.3' ? isAllowed('1.2.0.3', 'private') : false)
  },
)

describe('what each reach adds', () => {
  test.each([
    ['loopback', '127.0.0.1', true],
    ['loopback', '::1', true],
    ['loopback', '::ffff:127.0.0.1', true],
    ['loopback', '10.0.0.1', false],
    ['loopback', '0.0.0.0', false],
    ['private', '127.0.0.1', true],
    ['private', '10.0.0.1', true],
    ['private', 'fd12::1', true],
    ['private', '100.64.0.1', true],
    ['private', '169.254.169.254', false],
    ['private', 'fd00:ec2::254', false],
    ['private', '100.100.100.200', false],
    ['private', 'fe80::1', false],
    ['private', '224.0.0.1', false],
    ['private', '0.0.0.0', false],
  ] as const)('%s: %s %s', (reach, address, allowed) => {
    expect(isAllowed(address, reach)).toBe(allowed)
  })

  test.each([
    [{ SOTTO_NETWORK: 'offline' }, 'loopback'],
    [{ SOTTO_NETWORK: 'sepolia' }, 'public'],
    [{ SOTTO_NETWORK: 'sepolia', SOTTO_WEBHOOK_PRIVATE: '1' }, 'private'],
    [{ SOTTO_NETWORK: 'offline', SOTTO_WEBHOOK_PRIVATE: 'on' }, 'private'],
  ])('%o is %s', (settings, reach) => {
    expect(webhookReach(readConfig(settings))).toBe(reach)
  })
})
