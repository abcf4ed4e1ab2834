import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { ConfidentialUnavailable } from '../../port.ts'
import { createConfidential, type FastInput } from './confidential.ts'

const address = `0x${'1'.repeat(40)}` as const
const handle = `0x${'ab'.repeat(32)}`

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['no field', {}],
  ['no proof', { handle }],
  ['an empty proof', { handle, inputProof: '0x' }],
  ['a short handle', { handle: '0xab', inputProof: '0x00' }],
  ['numbers', { handle: 7, inputProof: 7 }],
  ['text', { handle, inputProof: 'proof' }],
])('an answer with %s is no encrypted input', async (_, answer) => {
  const confidential = createConfidential({
    rpcUrl: 'http://127.0.0.1:9',
    relayerUrl: 'http://127.0.0.1:9',
    chainId: 11155111,
    cstable: address,
    now: async () => 0,
    fastInput: (async () => answer) as unknown as FastInput,
  })
  try {
    await expect(confidential.encrypt(address, 1n)).rejects.toThrow(ConfidentialUnavailable)
  } finally {
    confidential.close()
  }
})

test.each([
  ['its key', { relayerApiKey: 'k' }, true],
  ['none', {}, false],
])('a relayer that wants a key answers with %s', async (_, key, isAlive) => {
  const server = createServer((request, response) => {
    response.statusCode = request.headers['x-api-key'] === 'k' ? 200 : 401
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const relayerUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`
  const place = { rpcUrl: 'http://127.0.0.1:9', relayerUrl, chainId: 11155111, ...key }
  const confidential = createConfidential({ ...place, cstable: address, now: async () => 0 })
  try {
    expect(await confidential.alive()).toBe(isAlive)
  } finally {
    confidential.close()
    server.closeAllConnections()
    server.close()
  }
})
