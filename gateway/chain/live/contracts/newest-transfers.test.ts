import { BlockNotFoundError } from 'viem'
import { expect, test } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
import { ChainUnavailable } from '../../port.ts'
import type { Client } from '../rpc/client.ts'
import { newestTransfers } from './newest-transfers.ts'

const token: Address = `0x${'c'.repeat(40)}`
const hashOf = (block: number): Hex => `0x${block.toString(16).padStart(64, '0')}`

type Range = { fromBlock: bigint; toBlock: bigint }

/** A node with one transfer in each of some blocks, which allows so many blocks at a time. */
function node(blocks: readonly number[], allowed: number, head = 5_000) {
  const asked: Range[] = []
  const client = {
    getBlockNumber: async () => BigInt(head),
    async getLogs({ fromBlock, toBlock }: Range) {
      asked.push({ fromBlock, toBlock })
      if (toBlock - fromBlock >= BigInt(allowed)) throw new Error('block range is too wide')
      return blocks
        .filter((block) => block >= fromBlock && block <= toBlock)
        .map((block) => ({
          transactionHash: hashOf(block),
          blockNumber: BigInt(block),
          args: { amount: hashOf(block) },
        }))
    },
    getTransactionReceipt: async ({ hash }: { hash: Hex }) => ({ transactionHash: hash, blockHash: hash, logs: [] }),
    getBlock: async ({ blockHash }: { blockHash: Hex }) => ({ hash: blockHash, parentHash: blockHash, timestamp: 1n }),
  }
  return { client: client as unknown as Client, asked }
}

test('the newest come first, and no more than were asked for', async () => {
  const { client } = node([4_998, 4_000, 4_999, 5_000], 1_000)
  const { moved, to } = await newestTransfers(client, token, 3)
  expect(moved.map(({ block }) => block)).toEqual([5_000, 4_999, 4_998])
  expect(to).toBe(5_000)
})

test('a node that allows ten blocks at a time is asked for ten, and not for ever', async () => {
  const { client, asked } = node([4_995, 100], 10)
  const { moved, from } = await newestTransfers(client, token, 20)
  expect(moved.map(({ block }) => block)).toEqual([4_995])
  expect(asked).toHaveLength(20)
  expect(from).toBeGreaterThan(4_700)
})

test('a short chain ends at its first block', async () => {
  const { client, asked } = node([3], 1_000, 5)
  expect(await newestTransfers(client, token, 20)).toMatchObject({ moved: [{ block: 3 }], from: 0, to: 5 })
  expect(asked).toEqual([{ fromBlock: 0n, toBlock: 5n }])
})

test('a node that never gives logs has said nothing', async () => {
  const { client } = node([], 0)
  await expect(newestTransfers(client, token, 20)).rejects.toThrow(ChainUnavailable)
})

test('a header that the node does not have refutes nothing', async () => {
  const { client } = node([5_000], 1_000)
  const without = { ...client, getBlock: () => Promise.reject(new BlockNotFoundError({ blockHash: hashOf(5_000) })) }
  await expect(newestTransfers(without as unknown as Client, token, 20)).rejects.toThrow(ChainUnavailable)
})
