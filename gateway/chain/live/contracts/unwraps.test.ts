import { encodeAbiParameters, encodeEventTopics, type Hex, RpcRequestError, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { cstableAbi, olderWrapperAbi } from '../../../contracts/abis.ts'
import { SearchUnfinished } from '../../unavailable.ts'
import type { Client } from '../rpc/client.ts'
import { createPayoutSearch, unwrapsIn } from './unwraps.ts'

const address: Address = `0x${'c'.repeat(40)}`
const receiver: Address = `0x${'1'.repeat(40)}`
const [first, second] = ['a', 'b'].map((digit): Hex => `0x${digit.repeat(64)}`) as [Hex, Hex]

const asLog = (topics: unknown, data: Hex) => ({ address, topics, data }) as never
const amount = (handle: Hex) => encodeAbiParameters([{ type: 'bytes32' }], [handle])
const current = asLog(
  encodeEventTopics({ abi: cstableAbi, eventName: 'UnwrapRequested', args: { receiver, unwrapRequestId: first } }),
  amount(first),
)
const older = asLog(
  encodeEventTopics({ abi: olderWrapperAbi, eventName: 'UnwrapRequested', args: { receiver } }),
  amount(second),
)

test('requests of wrappers of either age are read, in order', () => {
  expect(unwrapsIn([older, current])).toEqual([
    { receiver, request: second },
    { receiver, request: first },
  ])
})

test('what finalized a request of an older wrapper is found by its handle, and the wrapper is asked nothing else', async () => {
  const finalized = (handle: Hex, hash: Hex) => ({
    args: { receiver, encryptedAmount: handle, cleartextAmount: 1n },
    transactionHash: hash,
    blockNumber: 7n,
  })
  const client = {
    readContract: () => Promise.reject(new Error('it has no such function')),
    getBlockNumber: async () => 10n,
    getContractEvents: async () => [finalized(first, '0xaa'), finalized(second, '0xbb')],
  } as unknown as Client
  const search = createPayoutSearch(client, { address, isOlder: true })
  expect(await search(second, 5)).toEqual({ hash: '0xbb', block: 7, units: 1n })
  expect(await search(`0x${'d'.repeat(64)}`, 5)).toBeUndefined()
})

test('an open request of a wrapper that can be asked is not searched for', async () => {
  const client = { readContract: async () => receiver } as unknown as Client
  expect(await createPayoutSearch(client, { address, isOlder: false })(first, 5)).toBeUndefined()
})

describe('the search for a payout', () => {
  const said = (message: string) =>
    new RpcRequestError({ body: {}, url: 'http://node', error: { code: -32_602, message } })

  /** A node that gives so many blocks at once, and whose payout is in block 20,000. */
  function nodeThatGives(most: number, refuse: () => never) {
    const node = { head: 30_000, asked: 0 }
    const client = {
      readContract: async () => zeroAddress,
      getBlockNumber: async () => BigInt(node.head),
      async getContractEvents({ fromBlock, toBlock }: { fromBlock: bigint; toBlock: bigint }) {
        node.asked++
        if (toBlock - fromBlock >= most) refuse()
        const isThere = fromBlock <= 20_000n && 20_000n <= toBlock
        return isThere ? [{ transactionHash: '0xaa', blockNumber: 20_000n, args: { cleartextAmount: 1n } }] : []
      },
    } as unknown as Client
    return { node, search: createPayoutSearch(client, { address, isOlder: false }) }
  }
  const tooMany = () => {
    throw said('ranges over 100 blocks are not supported')
  }
  const payout = { hash: '0xaa', block: 20_000, units: 1n }

  test.each([100, 1_000])('asks a node that gives %i blocks at once for fewer', async (most) => {
    expect(await nodeThatGives(most, tooMany).search(first, 1)).toEqual(payout)
  })

  test('begins with what the node has given last, and with more of it', async () => {
    const { node, search } = nodeThatGives(100, tooMany)
    expect(await search(first, 19_950)).toEqual(payout)
    expect(node.asked).toBe(7)
    node.asked = 0
    expect(await search(second, 19_950)).toEqual(payout)
    expect(node.asked).toBe(2)
  })

  test('within few blocks keeps the place of another one for the same request', async () => {
    const { node, search } = nodeThatGives(10, tooMany)
    await expect(search(first, 1)).rejects.toThrow(SearchUnfinished)
    expect(await search(first, 1, 100)).toBeUndefined()
    node.head = 5_000
    node.asked = 0
    expect(await search(first, 1)).toBeUndefined()
    expect(node.asked).toBeLessThan(250)
  })

  test('that needs many questions goes on with each call, and says nothing before its end', async () => {
    const { node, search } = nodeThatGives(10, tooMany)
    for (let calls = 0; calls < 6; calls++) {
      await expect(search(first, 1)).rejects.toThrow(SearchUnfinished)
      expect(node.asked).toBe(300)
      node.asked = 0
    }
    expect(await search(first, 1)).toEqual(payout)
  })

  test('ends where a node tells a head that is nowhere near, and begins anew once it tells another', async () => {
    const { node, search } = nodeThatGives(5_000, tooMany)
    node.head = 1e12
    await expect(search(first, 20_001)).rejects.toThrow(SearchUnfinished)
    expect(node.asked).toBe(300)
    node.head = 30_000
    expect(await search(first, 1)).toEqual(payout)
  })

  test.each([
    ['is silent', () => new Error('fetch failed')],
    ['lacks blocks', () => said('header not found')],
    ['has dropped them', () => said('pruned history unavailable')],
    ['is asked too often', () => said('Too Many Requests')],
  ])('is not made in smaller steps where a node %s', async (_, why) => {
    const failure = why()
    const { node, search } = nodeThatGives(100, () => {
      throw failure
    })
    await expect(search(first, 1)).rejects.toBe(failure)
    expect(node.asked).toBe(1)
  })
})
