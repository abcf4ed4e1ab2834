import { expect, test } from 'vitest'
import { threadOf } from './thread.ts'

const rpcUrl = 'http://127.0.0.1:9'

test.each([
  ['https://relayer.example/v2', 'https://relayer.example/v2', undefined],
  ['https://relayer.example/v2/', 'https://relayer.example/v2', undefined],
  ['https://relayer.example/v3', 'https://relayer.example/v2', 'https://relayer.example/v3'],
  ['https://relayer.example/v3/', 'https://relayer.example/v2', 'https://relayer.example/v3'],
])('of %s the client is told %s, and decryptions go to %s', (relayerUrl, told, unifiedUrl) => {
  const { config } = threadOf({ rpcUrl, relayerUrl })
  expect([config.relayerUrl, config.unifiedUrl]).toEqual([told, unifiedUrl])
})

test('a key goes with every question, and without one none', () => {
  const place = { rpcUrl, relayerUrl: 'https://relayer.example/v2' }
  expect(threadOf({ ...place, relayerApiKey: 'abc' }).config.auth).toEqual({ __type: 'ApiKeyHeader', value: 'abc' })
  expect(threadOf(place).config.auth).toBeUndefined()
})
