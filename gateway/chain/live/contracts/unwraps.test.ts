import { encodeAbiParameters, encodeEventTopics, type Hex } from 'viem'
import { expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { cstableAbi, olderWrapperAbi } from '../../../contracts/abis.ts'
import type { Client } from '../rpc/client.ts'
import { searchPayout, unwrapsIn } from './unwraps.ts'

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
  const wrapper = { address, isOlder: true }
  expect(await searchPayout(client, wrapper, second, 5)).toEqual({ hash: '0xbb', block: 7 })
  expect(await searchPayout(client, wrapper, `0x${'d'.repeat(64)}`, 5)).toBeUndefined()
})

test('an open request of a wrapper that can be asked is not searched for', async () => {
  const client = { readContract: async () => receiver } as unknown as Client
  expect(await searchPayout(client, { address, isOlder: false }, first, 5)).toBeUndefined()
})
