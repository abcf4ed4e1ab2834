import { join } from 'node:path'
import { type Abi, encodeAbiParameters, encodeEventTopics, type Hex, pad, toHex } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { artifact } from '../../contracts/artifacts.ts'
import type { Rpc } from '../chain/rpc.ts'
import { host } from '../sepolia.ts'
import { temporaryFolder } from '../test-kit.ts'
import { type Cleartexts, openCleartexts } from './cleartexts.ts'
import { createFollower, type Follower } from './follower.ts'

const { abi } = artifact('FHEVMExecutor')
const caller = pad('0x01', { size: 20 })
const handle = (number: number): Hex => `0x${number.toString(16).padStart(42, '0')}ff0000000000aa36a70500`

function log(eventName: string, values: Record<string, unknown>) {
  const event = (abi as Abi).find((item) => item.type === 'event' && item.name === eventName)
  if (event?.type !== 'event') throw new Error(eventName)
  const plain = event.inputs.filter(({ indexed }) => !indexed)
  const topics = encodeEventTopics({ abi: [event], eventName, args: { caller } })
  return {
    topics,
    data: encodeAbiParameters(
      plain,
      plain.map(({ name = '' }) => values[name]),
    ),
  }
}

const trivial = (result: number, pt: bigint) => log('TrivialEncrypt', { pt, toType: 5, result: handle(result) })
const sum = (result: number, lhs: number, rhs: number) =>
  log('FheAdd', { lhs: handle(lhs), rhs: handle(rhs), scalarByte: '0x00', result: handle(result) })

/** A chain of blocks, each a list of logs. Its hash tells two blocks of the same height apart. */
type Block = { hash: Hex; logs: object[] }
let blocks: Block[]
let asked: number
/** Happens before each question for receipts. */
let meanwhile: (() => void) | undefined
const mine = (name: string, ...logs: object[]) => blocks.push({ hash: pad(toHex(name)), logs })

const rpc = {
  async call(method: string, [which]: [Hex | 'latest']) {
    if (method === 'eth_getBlockReceipts') {
      meanwhile?.()
      const found = blocks.find(({ hash }) => hash === which)
      if (found === undefined) return null
      asked += 1
      const logs = found.logs.map((entry) => ({ address: host.executor, ...entry }))
      return [{ blockHash: found.hash, logs }]
    }
    const at = method === 'eth_getBlockByHash' ? blocks.findIndex(({ hash }) => hash === which) : blocks.length - 1
    const found = blocks[at]
    if (found === undefined) return null
    const parentHash = blocks[at - 1]?.hash ?? pad('0x')
    return {
      number: toHex(at),
      hash: found.hash,
      parentHash,
      transactions: found.logs.length === 0 ? [] : [pad('0x1')],
    }
  },
} as unknown as Rpc

let temporary: ReturnType<typeof temporaryFolder>
let cleartexts: Cleartexts
let follower: Follower
let said: string[]

function open(): void {
  cleartexts = openCleartexts(join(temporary.folder, 'cleartexts.db'))
  follower = createFollower(rpc, cleartexts, (line) => said.push(line))
}

beforeEach(() => {
  temporary = temporaryFolder()
  blocks = []
  said = []
  asked = 0
  meanwhile = undefined
  mine('genesis')
  open()
})
afterEach(() => {
  cleartexts.close()
  temporary.remove()
})

test('computes what the blocks say, each block once, over a restart too', async () => {
  mine('1', trivial(1, 5n), trivial(2, 6n))
  mine('2', sum(3, 1, 2))
  await follower.sync()
  expect(cleartexts.get(handle(3))).toBe(11n)
  expect(asked).toBe(2)
  cleartexts.close()
  open()
  mine('3', sum(4, 3, 3))
  await follower.sync()
  expect(cleartexts.get(handle(4))).toBe(22n)
  expect(asked).toBe(3)
})

test('after a rollback goes on from the last block that is still there', async () => {
  for (const number of [1, 2, 3]) {
    mine(String(number), trivial(number, 5n))
    await follower.sync()
  }
  blocks.length = 2
  mine('2, otherwise', trivial(4, 8n))
  await follower.sync()
  expect(cleartexts.get(handle(4))).toBe(8n)
  expect(asked).toBe(3 + 1)
})

test('a block that is away while it is read, and back when it is looked for again, is followed', async () => {
  mine('1', trivial(1, 5n))
  mine('2', trivial(2, 6n))
  const whole = blocks
  meanwhile = () => {
    blocks = whole.slice(0, 1)
  }
  await follower.sync()
  meanwhile = undefined
  blocks = whole
  await follower.sync()
  expect([cleartexts.get(handle(1)), cleartexts.get(handle(2))]).toEqual([5n, 6n])
})

test('of a chain that is reorganised while it is read, the new blocks are followed', async () => {
  mine('1', trivial(1, 5n))
  mine('2', trivial(2, 6n))
  meanwhile = () => {
    meanwhile = undefined
    blocks.length = 2
    mine('2, otherwise', trivial(4, 8n))
  }
  await follower.sync()
  expect([cleartexts.get(handle(1)), cleartexts.get(handle(4))]).toEqual([5n, 8n])
})

test('a database that was followed on another chain is followed again from the start', async () => {
  mine('1', trivial(1, 5n))
  await follower.sync()
  blocks = []
  mine('another genesis')
  mine('another 1', trivial(2, 6n))
  await follower.sync()
  expect([cleartexts.get(handle(1)), cleartexts.get(handle(2))]).toEqual([5n, 6n])
})

test('anyone who asks during a run waits for one that sees their block', async () => {
  mine('1', trivial(1, 5n))
  const first = follower.sync()
  mine('2', trivial(2, 6n))
  await follower.sync()
  expect(cleartexts.get(handle(2))).toBe(6n)
  await first
})

test('an operand that nobody knows stops only what depends on it', async () => {
  mine('1', sum(3, 1, 2), trivial(4, 9n))
  await follower.sync()
  expect([cleartexts.get(handle(3)), cleartexts.get(handle(4))]).toEqual([undefined, 9n])
  expect(said).toEqual(['FheAdd has an operand whose cleartext is not known'])
})

test('more blocks than one question covers', async () => {
  for (let number = 1; number <= 600; number += 1) mine(String(number), trivial(number, BigInt(number)))
  await follower.sync()
  expect(cleartexts.get(handle(600))).toBe(600n)
})
