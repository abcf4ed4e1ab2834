import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fastInput } from './fast-input.ts'
import { fastInput as attest } from './relayer/input-proof.ts'
import { fastInputRequest, parseRequest } from './relayer/requests.ts'
import type { Services } from './relayer/services.ts'

const asked = { contract: `0x${'c'.repeat(40)}`, user: `0x${'a'.repeat(40)}`, value: 30_330_000n } as const

/** What the relayer has put down as the amount of a handle. */
const amounts = new Map<Hex, bigint>()
const services = {
  coprocessorKey: `0x${'1'.repeat(64)}`,
  cleartexts: {
    put: (all: { handle: Hex; value: bigint }[]) => all.map(({ handle, value }) => amounts.set(handle, value)),
  },
} as unknown as Services

/** On the way, or in the relayer: what becomes of a request. */
let change: (request: Record<string, unknown>) => Record<string, unknown> = (request) => request
let server: Server
let info: { relayerUrl: string; secret: string }

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = parseRequest(fastInputRequest, change(JSON.parse(await text(request))))
    response.end(JSON.stringify(await attest(services, body)))
  })
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  info = { relayerUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, secret: 'of a test' }
})
afterAll(() => server.close())

test('an input is attested under the handle that its asker computes, and under another one each time', async () => {
  change = (request) => request
  const [first, second] = [await fastInput(info, asked), await fastInput(info, asked)]
  expect(amounts.get(first.handle)).toBe(asked.value)
  expect(second.handle).not.toBe(first.handle)
})

test.each([
  ['another amount', { value: '500000' }],
  ['an amount of another user', { user: `0x${'b'.repeat(40)}` }],
  ['an amount for another contract', { contract: `0x${'d'.repeat(40)}` }],
  ['an input of before', { salt: `0x${'0'.repeat(64)}` }],
])('a relayer that attests %s than it was asked for gives no input', async (_, other) => {
  change = (request) => ({ ...request, ...other })
  await expect(fastInput(info, asked)).rejects.toThrow('another input')
})
