import { describe, expect, test } from 'vitest'
import { gatewayOrigin, isLoopback, permissionPattern } from './origin.ts'

describe('what is typed becomes an origin', () => {
  test.each([
    ['pay.example.org', 'https://pay.example.org'],
    ['  https://pay.example.org/  ', 'https://pay.example.org'],
    ['https://pay.example.org/api/v1/sandbox?x=1#y', 'https://pay.example.org'],
    ['https://pay.example.org:443', 'https://pay.example.org'],
    ['pay.example.org:8443', 'https://pay.example.org:8443'],
    ['HTTPS://Pay.Example.ORG', 'https://pay.example.org'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['192.168.1.20:7984', 'https://192.168.1.20:7984'],
    ['localhost:7984', 'http://localhost:7984'],
    ['localhost', 'http://localhost'],
    ['http://localhost:7984', 'http://localhost:7984'],
    ['https://localhost:7984', 'https://localhost:7984'],
    // Passkeys belong to names, never to numbers.
    ['127.0.0.1:7984', 'http://localhost:7984'],
    ['http://127.0.0.1:7984/', 'http://localhost:7984'],
    ['http://2130706433:7984', 'http://localhost:7984'],
    ['[::1]:7984', 'http://localhost:7984'],
    ['http://[0:0:0:0:0:0:0:1]:7984', 'http://localhost:7984'],
  ])('%s is %s', (typed, origin) => {
    expect(gatewayOrigin(typed)).toEqual({ origin })
  })
})

describe('what cannot be a gateway is refused with its reason', () => {
  test.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['http://pay.example.org', 'plain_http'],
    ['http://192.168.1.20:7984', 'plain_http'],
    // Names that only look like this machine.
    ['http://localhost.example.org', 'plain_http'],
    ['http://localhost.', 'plain_http'],
    ['http://127.0.0.1.example.org', 'plain_http'],
    ['http://127.0.0.2:7984', 'plain_http'],
    ['http://0.0.0.0:7984', 'plain_http'],
    ['https://user:secret@pay.example.org', 'has_credentials'],
    ['https://user@pay.example.org', 'has_credentials'],
    ['http://localhost@evil.example', 'has_credentials'],
    ['javascript:alert(1)', 'not_an_address'],
    ['javascript://localhost/%0aalert(1)', 'not_an_address'],
    ['file:///etc/passwd', 'not_an_address'],
    ['ftp://pay.example.org', 'not_an_address'],
    ['chrome-extension://abc/popup.html', 'not_an_address'],
    ['data:text/html,x', 'not_an_address'],
    ['https://', 'not_an_address'],
    ['two words', 'not_an_address'],
    ['https://pay.example.org:99999', 'not_an_address'],
  ])('%j: %s', (typed, flaw) => {
    expect(gatewayOrigin(typed)).toEqual({ flaw })
  })
})

test('an origin that was accepted is its own', () => {
  for (const typed of ['pay.example.org:8443', '127.0.0.1:7984', 'https://bücher.example']) {
    const first = gatewayOrigin(typed)
    expect('origin' in first && gatewayOrigin(first.origin)).toEqual(first)
  }
})

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['[::1]', true],
  ['localhost.example.org', false],
  ['127.0.0.2', false],
  ['', false],
])('%j is this machine: %s', (hostname, is) => {
  expect(isLoopback(hostname)).toBe(is)
})

test('the permission is for one host, without its port', () => {
  expect(permissionPattern('http://localhost:7984')).toBe('http://localhost/*')
  expect(permissionPattern('https://pay.example.org:8443')).toBe('https://pay.example.org/*')
})
