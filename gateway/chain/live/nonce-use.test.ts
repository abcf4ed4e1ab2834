import { createPublicClient, custom, type Hex, keccak256, parseTransaction, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { ChainUnavailable } from '../port.ts'
import { createHeaders } from './lineage/headers.ts'
import { createNonceSearch } from './nonce-use.ts'
import { createReads } from './reads.ts'
import { createReceipts } from './receipts.ts'
import type { Client } from './rpc/client.ts'
import { createHeight } from './rpc/lag.ts'
import { sign } from './send.ts'
import { createSigner } from './wallet-keys.ts'

const chainId = 11155111
const alice = createSigner()
const HEAD = 1_000
const MINED_IN = 700

/** A transaction as a node shows it in a block. */
async function shown(nonce: number): Promise<Record<string, unknown>> {
  const request = { to: alice.address, data: '0x' as Hex, value: 1n, nonce, gas: 21_000n, maxFee: 2n, priorityFee: 1n }
  const { raw } = await sign(chainId, alice, request)
  const tx = parseTransaction(raw as `0x02${string}`)
  const parity = toHex(tx.yParity ?? 0)
  const fees = { maxFeePerGas: '0x2', maxPriorityFeePerGas: '0x1', gasPrice: '0x2', accessList: [], gas: toHex(21_000) }
  const place = { blockNumber: toHex(MINED_IN), blockHash: `0x${'b'.repeat(64)}`, transactionIndex: '0x0' }
  const signature = { yParity: parity, v: parity, r: tx.r, s: tx.s }
  const call = { from: alice.address.toLowerCase(), to: tx.to, nonce: toHex(nonce), value: '0x1', input: '0x' }
  return { hash: keccak256(raw), type: '0x2', chainId: toHex(chainId), ...call, ...fees, ...place, ...signature }
}

const receipt = {
  ...{ transactionHash: `0x${'a'.repeat(64)}`, blockNumber: toHex(MINED_IN), blockHash: `0x${'b'.repeat(64)}` },
  ...{ from: alice.address, to: alice.address, status: '0x1', logs: [], type: '0x2', transactionIndex: '0x0' },
}

/** A node that keeps the state of so many blocks behind its head, and so many of the blocks. */
function node(transaction: unknown, keeps: number, blocks = HEAD, forgotten: () => null = () => null) {
  const asked: string[] = []
  const request = async ({ method, params = [] }: { method: string; params?: unknown }) => {
    asked.push(method)
    const block = Number((params as unknown[])[method === 'eth_getTransactionCount' ? 1 : 0])
    if (method === 'eth_blockNumber') return toHex(HEAD)
    if (method === 'eth_getTransactionCount') {
      if (block < HEAD - keeps) throw new Error('missing trie node')
      return block >= MINED_IN ? '0x1' : '0x0'
    }
    if (method === 'eth_getTransactionReceipt') return blocks === HEAD ? receipt : forgotten()
    if (block < HEAD - blocks) return forgotten()
    const transactions = block === MINED_IN ? [transaction] : []
    return { number: toHex(block), hash: `0x${'b'.repeat(64)}`, timestamp: '0x1', transactions }
  }
  return {
    client: createPublicClient({ transport: custom({ request }, { retryCount: 0 }), cacheTime: 0 }) as Client,
    asked,
  }
}

const tokens = { stable: { address: alice.address, symbol: '' }, cstable: { address: alice.address, symbol: '' } }

/** How nodes answer for what they have dropped. */
const forgetting: [string, () => null][] = [
  ['nothing', () => null],
  [
    'that it was pruned',
    () => {
      throw Object.assign(new Error('pruned history unavailable'), { code: 4444 })
    },
  ],
]

test.each(forgetting)(
  'a receipt that is known to be old is asked of the node that keeps them, where another says %s; others are not',
  async (says, forgotten) => {
    const [pruned, archive] = [node(undefined, 64, 64, forgotten), node(undefined, HEAD)]
    const settings = {
      tokens,
      chainId,
      confirming: [],
      archive: archive.client,
      height: createHeight(),
      headers: createHeaders(),
    }
    const receipts = createReceipts(pruned.client, settings)
    const hash = `0x${'a'.repeat(64)}` as const
    if (says === 'nothing') expect(await receipts.receipt(hash)).toBeUndefined()
    else await expect(receipts.receipt(hash)).rejects.toThrow(/dropped that part .*SOTTO_RPC_URL_ARCHIVE/)
    expect(archive.asked).toEqual([])
    expect(await receipts.receipt(hash, { old: true })).toMatchObject({ hash, block: MINED_IN, success: true })
  },
)

test.each(forgetting)(
  'so is an old block, by a chain that is known to be longer, of a node that says %s',
  async (says, forgotten) => {
    const [pruned, archive] = [node(undefined, 64, 64, forgotten).client, node(await shown(0), HEAD).client]
    const height = createHeight()
    const reads = createReads(pruned, { tokens, height, headers: createHeaders(), archive })
    if (says === 'nothing') expect(await reads.block(MINED_IN, { old: true })).toBeUndefined()
    height.note(HEAD)
    expect(await reads.block(MINED_IN, { old: true })).toMatchObject({ hash: receipt.blockHash })
  },
)

test('what a sender had sent by an old block is said by the node that keeps its state', async () => {
  const [pruned, archive] = [node(undefined, 64).client, node(undefined, HEAD).client]
  const of = (kept: Client) =>
    createReads(pruned, { tokens, height: createHeight(), headers: createHeaders(), archive: kept })
  expect(await of(archive).nonce(alice.address, MINED_IN)).toBe(1)
  await expect(of(pruned).nonce(alice.address, MINED_IN)).rejects.toThrow(ChainUnavailable)
})

describe('who used a nonce, on a node that has forgotten the state of old blocks', () => {
  test('is found in the blocks, so many a call, however long ago it was', async () => {
    const use = await shown(0)
    const { client } = node(use, 64)
    const search = createNonceSearch({ client, archive: client, chainId })
    expect(await search(alice.address, 0, 100)).toBeUndefined()
    expect(await search(alice.address, 0, 100)).toBeUndefined()
    expect(await search(alice.address, 0, 100)).toMatchObject({ hash: use.hash, block: MINED_IN })
  })

  test('is found at once with a node that keeps them', async () => {
    const use = await shown(0)
    const archive = node(use, HEAD)
    const pruned = node(use, 64)
    const search = createNonceSearch({ client: pruned.client, archive: archive.client, chainId })
    expect(await search(alice.address, 0, 100)).toMatchObject({ hash: use.hash, block: MINED_IN })
    expect(pruned.asked.filter((method) => method === 'eth_getBlockByNumber')).toHaveLength(1)
  })

  test.each(forgetting)(
    'is found where the node has forgotten the block as well, and says %s',
    async (_, forgotten) => {
      const use = await shown(0)
      const archive = node(use, HEAD)
      const pruned = node(use, 64, 64, forgotten)
      const search = createNonceSearch({ client: pruned.client, archive: archive.client, chainId })
      expect(await search(alice.address, 0, 100)).toMatchObject({ hash: use.hash, block: MINED_IN })
    },
  )

  test('is found shortly before the block that the search begins with, as behind a node that lagged', async () => {
    const use = await shown(0)
    const { client } = node(use, 64)
    const search = createNonceSearch({ client, archive: client, chainId })
    expect(await search(alice.address, 0, MINED_IN + 5)).toMatchObject({ hash: use.hash, block: MINED_IN })
  })

  test('is found before it by the states that the node has, without any older one', async () => {
    const use = await shown(0)
    const { client, asked } = node(use, HEAD - MINED_IN + 10)
    const search = createNonceSearch({ client, archive: client, chainId })
    expect(await search(alice.address, 0, MINED_IN + 5)).toMatchObject({ hash: use.hash, block: MINED_IN })
    expect(asked.filter((method) => method === 'eth_getBlockByNumber')).toHaveLength(1)
  })

  test('is not asked for in blocks while the newest state says that nobody has', async () => {
    const { client, asked } = node(await shown(0), 64)
    expect(await createNonceSearch({ client, archive: client, chainId })(alice.address, 1, 100)).toBeUndefined()
    expect(asked).not.toContain('eth_getBlockByNumber')
  })
})
