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
])('%s=%s is refused by name', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigurationError)
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}: `))
})

test.each(['mainnet', 'ethereum', 'base'])('main networks are refused in plain words: %s', (network) => {
  expect(() => readConfig({ SOTTO_NETWORK: network })).toThrow('main networks are refused for now')
})

test('an empty variable counts as absent', () => {
  expect(readConfig({ SOTTO_PORT: '' }).SOTTO_PORT).toBe(7984)
})
