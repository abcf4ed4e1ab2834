import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { CHROME_ORIGIN, FIREFOX_PASSKEY_ORIGIN } from '#shared/extension-identity.ts'
import { ConfigurationError, confirmations, readConfig } from './config.ts'
import { type Variable, variables } from './variables.ts'

const document = fileURLToPath(new URL('../docs/configuration.md', import.meta.url))

/** The document's table, made from the schema. */
function table(): string {
  const rows = Object.entries(variables as Record<string, Variable>).map(
    ([name, { meaning, fallback }]) => `| \`${name}\` | ${fallback ? `\`${fallback}\`` : ''} | ${meaning} |`,
  )
  return ['| variable | default | meaning |', '| --- | --- | --- |', ...rows].join('\n')
}

test('the table of settings in gateway/docs/configuration.md is the schema', () => {
  const text = readFileSync(document, 'utf8')
  const [, inside] = /<!-- configuration:begin[^>]*-->\n([\s\S]*?)<!-- configuration:end -->/.exec(text) ?? []
  expect(inside?.trim()).toBe(table())
})

test('without any setting it is the offline sandbox on loopback', () => {
  const config = readConfig({})
  expect(config).toMatchObject({ SOTTO_HOST: '127.0.0.1', SOTTO_PORT: 7984, SOTTO_NETWORK: 'offline' })
  expect(confirmations(config)).toBe(1)
  expect(confirmations(readConfig({ SOTTO_NETWORK: 'sepolia' }))).toBe(3)
})

test("without any setting the wallet's passkeys are accepted, and no other extension's", () => {
  expect(readConfig({}).SOTTO_EXTENSION_ORIGINS).toEqual([CHROME_ORIGIN, FIREFOX_PASSKEY_ORIGIN])
})

test.each([
  ['SOTTO_PORT', '70000'],
  ['SOTTO_PORT', 'http'],
  ['SOTTO_NETWORK', 'mainnet'],
  ['SOTTO_MASTER_KEY', 'abc'],
  ['SOTTO_LIMIT_READS', '0'],
  ['SOTTO_ADMIN_PASSWORD', 'short'],
  ['SOTTO_FULL_PROOFS', 'perhaps'],
  ['SOTTO_TRUSTED_PROXIES', 'nginx'],
  ['SOTTO_TRUSTED_PROXIES', '10.0.0.0/33'],
  ['SOTTO_PUBLIC_URL', 'https://[bad'],
  ['SOTTO_PUBLIC_URL', 'pay.example.org'],
])('%s=%s is refused by name', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigurationError)
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}: `))
})

test.each(['mainnet', 'ethereum', 'base'])('main networks are refused in plain words: %s', (network) => {
  expect(() => readConfig({ SOTTO_NETWORK: network })).toThrow('main networks are refused for now')
})

test.each([
  'https://pay.example.org/sotto',
  'https://pay.example.org/?a=b',
  'https://pay.example.org/#a',
  'https://ada:secret@pay.example.org/',
])('a public URL is an origin, and %s is told what to write instead', (url) => {
  const words = 'must have no path, query or user name: write https://pay.example.org'
  expect(() => readConfig({ SOTTO_PUBLIC_URL: url })).toThrow(`SOTTO_PUBLIC_URL: ${words}`)
})

test.each([
  ['https://pay.example.org/', 'https://pay.example.org'],
  ['https://Pay.Example.org:443', 'https://pay.example.org'],
  ['http://localhost:8080', 'http://localhost:8080'],
])('the public URL %s is %s', (url, origin) => {
  expect(readConfig({ SOTTO_PUBLIC_URL: url }).SOTTO_PUBLIC_URL).toBe(origin)
})

test('an empty variable counts as absent', () => {
  expect(readConfig({ SOTTO_PORT: '' }).SOTTO_PORT).toBe(7984)
})
