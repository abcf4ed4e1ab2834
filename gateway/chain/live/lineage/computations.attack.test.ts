import { encodeAbiParameters, encodeEventTopics, type Hex, pad } from 'viem'
import { describe, expect, test } from 'vitest'
import { done, HERE } from '../../../fhe/computations-fixture.ts'
import { fhevm } from '../../../fhe/host.ts'
import { type Binary, operationsAbi } from '../../../fhe/operation.ts'
import { FheType } from '../../../fhe/types.ts'
import { ChainUnavailable } from '../../port.ts'
import type { Client } from '../rpc/client.ts'
import { createComputations } from './computations.ts'
import { createHeaders } from './headers.ts'

const caller = pad('0x01', { size: 20 })
const blockHash: Hex = `0x${'b0'.repeat(32)}`
const header = { hash: blockHash, parentHash: HERE.parentHash, timestamp: BigInt(HERE.time) }

const handle = (number: number): Hex =>
  `0x${number.toString(16).padStart(42, '0')}ff0000000000aa36a70${FheType.uint64}00`
const add = (lhs: Hex, rhs: Hex, minted: Hex[] = []) =>
  done({ name: 'FheAdd', lhs, rhs, scalar: false }, 'of a block and of origins', { minted: new Set(minted) }) as Binary

function logOf({ lhs, rhs, result }: Binary, transactionHash: Hex) {
  const topics = encodeEventTopics({ abi: operationsAbi, eventName: 'FheAdd', args: { caller } })
  const types = ['bytes32', 'bytes32', 'bytes1', 'bytes32'].map((type) => ({ type }))
  const data = encodeAbiParameters(types, [lhs, rhs, '0x00', result])
  return { address: fhevm.executor, topics, data, transactionHash, blockHash }
}

function nodeWith(logs: object[], getBlock: (asked: { blockHash: Hex }) => Promise<unknown> = async () => header) {
  const asked: Hex[] = []
  const client = {
    getLogs: async () => logs,
    getBlock: (question: { blockHash: Hex }) => {
      asked.push(question.blockHash)
      return getBlock(question)
    },
  } as unknown as Client
  return { asked, of: (handles: Hex[]) => createComputations(client, createHeaders())(handles, 0, 9) }
}

const [one, other]: Hex[] = [`0x${'1'.repeat(64)}`, `0x${'2'.repeat(64)}`]
const first = add(handle(1), handle(2))
const second = add(first.result, handle(3), [first.result])

describe('computations of past blocks', () => {
  test('are proven by transaction, however a node mixes the logs of two', async () => {
    const foreign = add(handle(7), handle(8))
    const logs = [logOf(first, one as Hex), logOf(foreign, other as Hex), logOf(second, one as Hex)]
    const found = await nodeWith(logs).of([second.result])
    const formula = 'of a block and of origins'
    expect(found).toEqual([
      { operation: first, formula },
      { operation: second, formula },
    ])
  })

  test('of another transaction count as made elsewhere', async () => {
    const logs = [logOf(first, one as Hex), logOf(second, other as Hex)]
    expect((await nodeWith(logs).of([second.result])).map(({ formula }) => formula)).toEqual([
      'of a block and of origins',
      undefined,
    ])
  })

  test('that lead to nothing that is asked for cost no question', async () => {
    const node = nodeWith([logOf(first, one as Hex)])
    expect(await node.of([handle(9)])).toEqual([])
    expect(node.asked).toEqual([])
  })

  test('are neither proven nor refuted where a node shows another block for theirs', async () => {
    const node = nodeWith([logOf(first, one as Hex)], async () => ({ ...header, hash: pad('0x99') }))
    await expect(node.of([first.result])).rejects.toThrow(ChainUnavailable)
  })

  test('do not prove in a block with another parent', async () => {
    const node = nodeWith([logOf(first, one as Hex)], async () => ({ ...header, parentHash: pad('0x99') }))
    expect(await node.of([first.result])).toEqual([{ operation: first }])
  })
})

describe('headers', () => {
  const counting = () => {
    let count = 0
    const client = {
      getBlock: async ({ blockHash: hash }: { blockHash: Hex }) => {
        count++
        return { ...header, hash }
      },
    } as unknown as Client
    return { client, count: () => count }
  }

  test('are asked for once, and not at all where an answer has shown the block', async () => {
    const [{ client, count }, headers] = [counting(), createHeaders()]
    await headers.of(client, blockHash)
    await headers.of(client, blockHash)
    expect(count()).toBe(1)
    headers.note({ hash: pad('0x07'), parent: pad('0x06'), time: 7 })
    expect(await headers.of(client, pad('0x07'))).toEqual({ parentHash: pad('0x06'), time: 7 })
    expect(count()).toBe(1)
  })

  test('that come in the same batch are waited for', async () => {
    const [{ client, count }, headers] = [counting(), createHeaders()]
    const asked = headers.of(client, blockHash)
    headers.note({ hash: blockHash, parent: HERE.parentHash, time: HERE.time })
    expect(await asked).toEqual(HERE)
    expect(count()).toBe(0)
  })

  test('are forgotten, the oldest first', async () => {
    const [{ client, count }, headers] = [counting(), createHeaders()]
    for (let number = 0; number <= 256; number++)
      headers.note({ hash: pad(`0x${number.toString(16)}`), parent: pad('0x9'), time: 0 })
    await headers.of(client, pad('0x1'))
    expect(count()).toBe(0)
    await headers.of(client, pad('0x0'))
    expect(count()).toBe(1)
  })
})
