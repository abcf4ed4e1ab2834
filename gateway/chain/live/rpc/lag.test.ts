import { HttpRequestError, RpcRequestError, toHex } from 'viem'
import { expect, test } from 'vitest'
import { ChainUnavailable } from '../../port.ts'
import { createHeaders } from '../lineage/headers.ts'
import { createReads } from '../reads.ts'
import type { Client } from './client.ts'
import { createHeight, despiteLag, isUnknownBlock } from './lag.ts'

const said = (message: string) =>
  new RpcRequestError({ body: {}, url: 'http://node', error: { code: -32_000, message } })

test.each([
  ['header not found', true],
  ['Unknown block', true],
  ['block not found: 0x1f', true],
  ['BlockOutOfRangeError: block height is 5 but requested was 7', true],
  ['execution reverted', false],
  ['insufficient funds for gas', false],
])('a node that says "%s" lags: %s', (message, lags) => {
  expect(isUnknownBlock(said(message))).toBe(lags)
})

test('a connection that breaks is no lag', () => {
  expect(isUnknownBlock(new HttpRequestError({ url: 'http://node', details: 'ECONNRESET' }))).toBe(false)
})

test('of two nodes the one that has the block answers', async () => {
  let asked = 0
  const answer = await despiteLag(async () => {
    asked += 1
    if (asked % 2 === 1) throw said('header not found')
    return 7
  })
  expect([answer, asked]).toEqual([7, 2])
})

test('what is no lag is not asked again', async () => {
  let asked = 0
  const ask = async () => {
    asked += 1
    throw said('execution reverted')
  }
  await expect(despiteLag(ask)).rejects.toThrow('reverted')
  expect(asked).toBe(1)
})

test('a head that goes backwards is behind until asking again has not helped', () => {
  const height = createHeight(() => 0)
  height.note(10)
  expect([height.isBehind(9), height.isBehind(10), height.isBehind(11)]).toEqual([true, false, false])
  height.settleFor(9)
  expect([height.isBehind(9), height.isBehind(8)]).toEqual([false, true])
})

test('a block that was shown is gone only where the chain stays shorter', () => {
  let now = 0
  const height = createHeight(() => now)
  height.note(10)
  height.settleFor(8)
  expect(() => height.requireRolledBack(11)).not.toThrow()
  expect(() => height.requireRolledBack(10)).toThrow(ChainUnavailable)
  now = 20_000
  expect(() => height.requireRolledBack(10)).not.toThrow()
  height.note(10)
  expect(() => height.requireRolledBack(10)).toThrow(ChainUnavailable)
})

test('a reading below what was shown is old, until the chain was shorter for long', () => {
  let now = 0
  const height = createHeight(() => now)
  height.note(10)
  height.settleFor(9)
  expect([height.isOld(10), height.isOld(9)]).toEqual([false, true])
  now = 20_000
  expect(height.isOld(9)).toBe(false)
  height.note(10)
  expect(height.isOld(9)).toBe(true)
})

test('what another process has seen counts once: told again after a rollback it holds nothing up', () => {
  let now = 0
  const height = createHeight(() => now)
  height.note(9)
  height.noteTold(10)
  expect([height.isBehind(9), height.isOld(9)]).toEqual([true, true])
  for (; now < 20_000; now += 1_000) height.noteTold(10)
  expect(height.isOld(9)).toBe(false)
  expect(() => height.requireRolledBack(10)).not.toThrow()
  height.noteTold(11)
  expect(height.isOld(9)).toBe(true)
})

test('a reading of balances says that it is old where the chain was settled for being lower', async () => {
  const height = createHeight(() => 0)
  height.note(10)
  height.settleFor(9)
  const client = {
    readContract: async () => [1, 0, 0, 9].map((value) => ({ success: true, returnData: toHex(value, { size: 32 }) })),
    getTransactionCount: async () => 1,
    getBlock: async () => ({ number: 9n, baseFeePerGas: 1n }),
    estimateMaxPriorityFeePerGas: async () => 1n,
  } as unknown as Client
  const address = `0x${'a'.repeat(40)}` as const
  const tokens = { stable: { address, symbol: '' }, cstable: { address, symbol: '' } }
  const reads = createReads(client, { tokens, height, headers: createHeaders(), archive: client })
  const question = { spenders: [address], others: [], calls: [] }
  expect(await reads.readForPayment(question)).toMatchObject({ block: 9, isOld: true })
  const fresh = createReads(client, { tokens, height: createHeight(), headers: createHeaders(), archive: client })
  expect(await fresh.readForPayment(question)).toMatchObject({ block: 9, isOld: false })
})

test('a count of nonces is one of the newest block that is known: a node that lags is asked again', async () => {
  const height = createHeight(() => 0)
  let asked = 0
  // Of two nodes behind one URL every other question is answered by the one that lags.
  const nodes = { getTransactionCount: async ({ blockNumber }: { blockNumber?: bigint }) => countOf(blockNumber) }
  const countOf = (block: bigint | undefined) => {
    const lags = Math.floor(asked++ / 2) % 2 === 0
    if (lags && block === 10n) throw said('header not found')
    return lags ? 4 : 5
  }
  const address = `0x${'a'.repeat(40)}` as const
  const tokens = { stable: { address, symbol: '' }, cstable: { address, symbol: '' } }
  const client = nodes as unknown as Client
  const reads = createReads(client, { tokens, height, headers: createHeaders(), archive: client })
  expect(await reads.nonce(address)).toBe(4)
  asked = 0
  height.note(10)
  expect(await reads.nonce(address)).toBe(5)
})
