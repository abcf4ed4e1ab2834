import { expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { createHeaders } from './lineage/headers.ts'
import { createReceipts } from './receipts.ts'
import type { Client } from './rpc/client.ts'
import { createHeight } from './rpc/lag.ts'

const address: Address = '0x0000000000000000000000000000000000000001'
const token = { address, name: 'Token', symbol: 'TOKEN', decimals: 6 }

/** A node that says what its newest block is. */
const node = (getBlockNumber: () => Promise<bigint>) => ({ getBlockNumber }) as unknown as Client
const at = (block: bigint) => node(async () => block)
const failing = node(() => Promise.reject(new Error('connection refused')))

/** What is said once each question so far was answered, or failed. */
async function behind(confirming: Client[], newest: number): Promise<number> {
  const height = createHeight()
  height.note(newest)
  const tokens = { stable: token, cstable: token }
  const settings = { tokens, chainId: 11155111, confirming, height, headers: createHeaders() }
  const { nodesBehind } = createReceipts(at(BigInt(newest)), settings)
  expect(nodesBehind()).toBe(0)
  await new Promise(setImmediate)
  return nodesBehind()
}

test('a node counts as behind where it is refused, or is minutes behind the first', async () => {
  expect(await behind([], 1_000)).toBe(0)
  expect(await behind([at(1_001n), at(1_000n), at(975n)], 1_000)).toBe(0)
  expect(await behind([at(1_000n), at(974n)], 1_000)).toBe(1)
  expect(await behind([failing, at(1_000n), at(0n)], 1_000)).toBe(2)
})

test('before a block of the first one is known, one that answers is not behind', async () => {
  expect(await behind([at(0n), failing], 0)).toBe(1)
})

test('a node that says nothing holds up none who asks, and is asked once at a time', async () => {
  let asked = 0
  const silent = node(() => {
    asked++
    return new Promise(() => {})
  })
  expect(await behind([silent, failing], 1_000)).toBe(1)
  expect(asked).toBe(1)
})
