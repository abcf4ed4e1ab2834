import { BlockNotFoundError, encodeAbiParameters, encodeEventTopics, type Hex, HttpRequestError, pad } from 'viem'
import { describe, expect, test } from 'vitest'
import { done, HERE } from '../../fhe/computations-fixture.ts'
import { fhevm } from '../../fhe/host.ts'
import { operationsAbi } from '../../fhe/operation.ts'
import { FheType } from '../../fhe/types.ts'
import { ChainUnavailable } from '../port.ts'
import { createHeaders, type Headers } from './lineage/headers.ts'
import { createReceipts } from './receipts.ts'
import { ask, type Client } from './rpc/client.ts'
import { createHeight } from './rpc/lag.ts'

const [hash, blockHash]: [Hex, Hex] = [`0x${'a'.repeat(64)}`, `0x${'b'.repeat(64)}`]
const address = pad('0x01', { size: 20 })
const handle = (number: number, type: number = FheType.uint64): Hex =>
  `0x${number.toString(16).padStart(42, '0')}ff0000000000aa36a70${type}00`
const operands = { control: handle(1, FheType.bool), ifTrue: handle(2), ifFalse: handle(3) }
const computed = done({ name: 'FheIfThenElse', ...operands })

const log = {
  address: fhevm.executor,
  topics: encodeEventTopics({ abi: operationsAbi, eventName: 'FheIfThenElse', args: { caller: address } }),
  data: encodeAbiParameters(
    [...'1234'].map(() => ({ type: 'bytes32' })),
    [operands.control, operands.ifTrue, operands.ifFalse, computed.result],
  ),
}

/** A node that has a receipt, and of its block what `getBlock` says. */
function receiptFrom(logs: object[], getBlock: () => Promise<unknown>, headers: Headers = createHeaders()) {
  const place = { transactionHash: hash, blockNumber: 7n, blockHash, from: address, status: 'success' }
  const client = { getTransactionReceipt: async () => ({ ...place, logs }), getBlock } as unknown as Client
  const tokens = { stable: { address, symbol: '' }, cstable: { address, symbol: '' } }
  const settings = { tokens, chainId: fhevm.chainId, confirming: [], height: createHeight(), headers }
  return createReceipts(client, settings).receipt(hash)
}

const away = async () => {
  throw new HttpRequestError({ url: 'http://127.0.0.1:1' })
}

describe('a receipt with computations', () => {
  test('proves them in its block', async () => {
    const header = { hash: blockHash, parentHash: HERE.parentHash, timestamp: BigInt(HERE.time) }
    const { computations } = (await receiptFrom([log], async () => header)) ?? {}
    expect(computations).toEqual([{ operation: computed, formula: 'of a block' }])
  })

  test('proves them at the next look where a node has told another parent', async () => {
    const header = { hash: blockHash, parentHash: HERE.parentHash, timestamp: BigInt(HERE.time) }
    const headers = createHeaders()
    const look = async (told: object) => (await receiptFrom([log], async () => told, headers))?.computations
    expect(await look({ ...header, parentHash: pad('0x99') })).toEqual([{ operation: computed }])
    const proven = [{ operation: computed, formula: 'of a block' }]
    expect(await look(header)).toEqual(proven)
    // What proves something is kept.
    expect(await look({ ...header, parentHash: pad('0x99') })).toEqual(proven)
  })

  /** Held against another header nothing is proven, which would read as: an amount that this call did not move. */
  test('is none where the node does not have the header of its block', async () => {
    const missing = (): Promise<never> => ask('a block', () => Promise.reject(new BlockNotFoundError({ blockHash })))
    const without: Headers = { note() {}, forget() {}, of: missing }
    await expect(receiptFrom([log], missing, without)).rejects.toThrow(ChainUnavailable)
  })

  test('is none where the node does not answer for the block', async () => {
    await expect(receiptFrom([log], away)).rejects.toThrow(ChainUnavailable)
  })

  test('is none where the node shows another block', async () => {
    const other = { hash: `0x${'c'.repeat(64)}`, parentHash: HERE.parentHash, timestamp: BigInt(HERE.time) }
    await expect(receiptFrom([log], async () => other)).rejects.toThrow(ChainUnavailable)
  })
})

test.each([
  ['no logs', null],
  ['a log without an address', [{ ...log, address: undefined }]],
])('a receipt with %s is no answer', async (_, logs) => {
  await expect(receiptFrom(logs as object[], away)).rejects.toThrow(ChainUnavailable)
})

test('half a header is no answer, and is not kept', async () => {
  const header = { hash: blockHash, parentHash: HERE.parentHash, timestamp: BigInt(HERE.time) }
  const headers = createHeaders()
  await expect(receiptFrom([log], async () => ({ ...header, parentHash: undefined }), headers)).rejects.toThrow(
    ChainUnavailable,
  )
  expect((await receiptFrom([log], async () => header, headers))?.computations).toHaveLength(1)
})

test('a receipt without computations needs no header', async () => {
  expect(await receiptFrom([], away)).toMatchObject({ hash, computations: [] })
})
