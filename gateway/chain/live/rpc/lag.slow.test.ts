import { RpcRequestError } from 'viem'
import { expect, test } from 'vitest'
import { ChainUnavailable } from '../../port.ts'
import { createHeaders } from '../lineage/headers.ts'
import { createReads } from '../reads.ts'
import type { Client } from './client.ts'
import { createHeight } from './lag.ts'

const said = (message: string) =>
  new RpcRequestError({ body: {}, url: 'http://node', error: { code: -32_000, message } })

test('a count of nonces is one of now where no node has the newest known block any more', async () => {
  const height = createHeight(() => 0)
  height.note(10)
  const client = {
    getTransactionCount: async ({ blockNumber }: { blockNumber?: bigint }) => {
      if (blockNumber !== undefined) throw said('header not found')
      return 4
    },
  } as unknown as Client
  const address = `0x${'a'.repeat(40)}` as const
  const tokens = { stable: { address, symbol: '' }, cstable: { address, symbol: '' } }
  expect(await createReads(client, { tokens, height, headers: createHeaders(), archive: client }).nonce(address)).toBe(
    4,
  )
})

test('a block that another process has seen is missing of a node that lags, and gone only where the chain stays shorter', async () => {
  let now = 0
  const address = `0x${'a'.repeat(40)}` as const
  const tokens = { stable: { address, symbol: '' }, cstable: { address, symbol: '' } }
  const client = { getBlock: async () => Promise.reject(said('header not found')) } as unknown as Client
  const reads = createReads(client, {
    tokens,
    height: createHeight(() => now),
    headers: createHeaders(),
    archive: client,
  })
  expect(await reads.block(7)).toBeUndefined()
  await expect(reads.block(7, { wasSeen: true })).rejects.toThrow(ChainUnavailable)
  now = 20_000
  expect(await reads.block(7, { wasSeen: true })).toBeUndefined()
})
