import { beforeEach, describe, expect, test } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
import { ChainUnavailable, type Head, type NonceUse, type Receipt } from '../../chain/port.ts'
import { silentLog } from '../../testing/silent-log.ts'
import { deepHeight, type Inclusion, includedAt, inclusionOf, isFinal, isInChain } from './inclusion.ts'

const OURS: Hex = `0x${'1'.repeat(64)}`
const OTHER: Hex = `0x${'2'.repeat(64)}`
const SENDER: Address = `0x${'a'.repeat(40)}`
const CONFIRMATIONS = 3

const hashAt = (height: number, fork = 'a'): Hex => `0x${fork}${String(height).padStart(63, '0')}`

/** What a node answers, each answer by itself. */
type Node = {
  /** Blocks that only a node which keeps all of them shows. */
  forgotten: number[]
  head: number
  /** Which chain it has, and which one its blocks are of. */
  headFork: string
  fork: string
  missing: number[]
  receipts: Map<Hex, Receipt>
  mined: number
  minedAt: number
  use: NonceUse | undefined
  agrees: boolean
  searches: number
}
let node: Node

function receiptOf(hash: Hex, block: number, more: Partial<Receipt> = {}): Receipt {
  const [publicMoves, confidentialMoves, unwraps, computations] = [[], [], [], []]
  const rest = { publicMoves, confidentialMoves, unwraps, computations }
  return { hash, sender: SENDER, block, blockHash: hashAt(block), success: true, ...rest, ...more }
}

function blockOf(height: number, fork: string) {
  const transactions = [...node.receipts.values()].filter(({ block }) => block === height).map(({ hash }) => hash)
  return { hash: hashAt(height, fork), parent: hashAt(height - 1, fork), time: height * 12, transactions }
}

const chain = {
  head: async (): Promise<Head> => ({ number: node.head, ...blockOf(node.head, node.headFork) }),
  block: async (height: number, { old = false } = {}) => {
    const isGone = node.missing.includes(height) || (node.forgotten.includes(height) && !old)
    return isGone ? undefined : blockOf(height, node.fork)
  },
  receipt: async (hash: Hex) => node.receipts.get(hash),
  nonce: async (_: Address, block?: number) => (block === undefined ? node.mined : node.minedAt),
  whoUsedNonce: async () => {
    node.searches += 1
    return node.use
  },
  agreed: async () => node.agrees,
}
const world = {
  chain,
  config: { SOTTO_CONFIRMATIONS: CONFIRMATIONS, SOTTO_NETWORK: 'offline' },
  log: silentLog,
} as never

const slot = { sender: SENDER, nonce: 7, from: async () => 1 }
const useOf = (hash: Hex, block: number) => ({ hash, block }) as NonceUse

beforeEach(() => {
  node = {
    head: 10,
    headFork: 'a',
    fork: 'a',
    missing: [],
    forgotten: [],
    receipts: new Map([[OURS, receiptOf(OURS, 8)]]),
    mined: 8,
    minedAt: 8,
    use: undefined,
    agrees: true,
    searches: 0,
  }
})

const inBlock = (depth: number) => ({ is: 'included', depth, isDeep: depth >= CONFIRMATIONS })
const missing = (otherMayHaveNonce = false) => ({ is: 'missing', otherMayHaveNonce })

describe('where the chain has a transaction', () => {
  test.each<[string, () => void, object]>([
    ['in its block, deep enough', () => {}, { ...inBlock(3), time: 96 }],
    ['in the newest block', () => node.receipts.set(OURS, receiptOf(OURS, 10)), inBlock(1)],
    ['one block short of deep', () => node.receipts.set(OURS, receiptOf(OURS, 9)), inBlock(2)],
    [
      'shown by a node that is ahead of the one with the head',
      () => node.receipts.set(OURS, receiptOf(OURS, 11)),
      inBlock(1),
    ],
    ['reverted is in the chain too', () => node.receipts.set(OURS, receiptOf(OURS, 8, { success: false })), inBlock(3)],
    ['in a block that the chain has given up', () => Object.assign(node, { fork: 'b', headFork: 'b' }), missing(true)],
    [
      'in the newest block of a chain that was given up',
      () => {
        node.receipts.set(OURS, receiptOf(OURS, 10))
        node.headFork = 'b'
      },
      missing(true),
    ],
    ['without a receipt, its nonce free', () => Object.assign(node, { receipts: new Map(), mined: 7 }), missing()],
    ['without a receipt, its nonce used by what no node names', () => node.receipts.clear(), missing(true)],
    [
      'found at its nonce, and not shown',
      () => Object.assign(node, { receipts: new Map(), use: useOf(OURS, 8) }),
      missing(),
    ],
    [
      'something else found at its nonce, and not shown',
      () => Object.assign(node, { receipts: new Map(), use: useOf(OTHER, 8) }),
      missing(true),
    ],
    [
      'something else at its nonce',
      () => Object.assign(node, { receipts: new Map([[OTHER, receiptOf(OTHER, 9)]]), use: useOf(OTHER, 9) }),
      { is: 'displaced', by: { use: { hash: OTHER }, seen: inBlock(2) } },
    ],
  ])('%s', async (_, set, expected) => {
    set()
    expect(await inclusionOf(world, [OURS], { slot })).toMatchObject(expected)
  })

  test('of several at one nonce the one that was mined', async () => {
    const seen = await inclusionOf(world, [OTHER, OURS], { slot })
    expect(seen).toMatchObject({ is: 'included', receipt: { hash: OURS } })
  })

  test.each<[string, () => void]>([
    ['a receipt of a block that the node has not', () => node.missing.push(8)],
    ['another receipt than was asked for', () => node.receipts.set(OURS, receiptOf(OTHER, 8))],
    [
      'a receipt of another sender',
      () => node.receipts.set(OURS, receiptOf(OURS, 8, { sender: `0x${'b'.repeat(40)}` })),
    ],
    ['a receipt at a nonce that is free', () => Object.assign(node, { mined: 7, minedAt: 7 })],
  ])('%s is no answer', async (_, set) => {
    set()
    await expect(inclusionOf(world, [OURS], { slot })).rejects.toThrow(ChainUnavailable)
  })

  test('a count of another node that lags is asked for at the block of the receipt', async () => {
    Object.assign(node, { mined: 7, minedAt: 8 })
    expect(await inclusionOf(world, [OURS], { slot })).toMatchObject(inBlock(3))
  })

  test('what is old may be in a block that the node has forgotten', async () => {
    node.forgotten.push(8)
    await expect(inclusionOf(world, [OURS])).rejects.toThrow(ChainUnavailable)
    expect(await inclusionOf(world, [OURS], { old: true })).toMatchObject(inBlock(3))
    expect(await includedAt(world, OURS)).toMatchObject(inBlock(3))
    node.receipts = new Map([[OTHER, receiptOf(OTHER, 8)]])
    node.use = useOf(OTHER, 8)
    expect(await inclusionOf(world, [OURS], { slot })).toMatchObject({ is: 'displaced' })
  })

  test('what used a nonce is looked for by those alone who need it', async () => {
    node.receipts.clear()
    expect(await inclusionOf(world, [OURS])).toEqual(missing())
    expect(await inclusionOf(world, [OURS], { slot: { sender: SENDER, nonce: 7 } })).toEqual(missing(true))
    expect(node.searches).toBe(0)
  })
})

describe('where it was seen before', () => {
  const seenIn = { block: 8, blockHash: hashAt(8), hash: OURS }
  const unshown = () => {
    const { receipt } = chain
    chain.receipt = async () => undefined
    return () => {
      chain.receipt = receipt
    }
  }

  test.each<[string, () => void, Inclusion['is']]>([
    ['its block still has it, and a node does not show it', () => {}, 'unshown'],
    ['another block stands there', () => Object.assign(node, { fork: 'b' }), 'missing'],
    ['no block stands there', () => node.missing.push(8), 'missing'],
    ['the block is there, and has something else', () => node.receipts.clear(), 'missing'],
  ])('%s', async (_, set, expected) => {
    const back = unshown()
    set()
    expect((await inclusionOf(world, [OURS], { slot, seenIn })).is).toBe(expected)
    back()
  })

  test('a place without a transaction is its block alone', async () => {
    node.receipts.clear()
    expect(await isInChain({ chain } as never, { block: 8, blockHash: hashAt(8) })).toBe(true)
    expect(await isInChain({ chain } as never, seenIn)).toBe(false)
  })
})

describe('what is final', () => {
  test.each<[string, number, boolean, boolean]>([
    ['deep and agreed', 8, true, true],
    ['deep, and another node does not show it', 8, false, false],
    ['agreed, and a block short of deep', 9, true, false],
  ])('%s', async (_, block, agrees, expected) => {
    node.receipts.set(OURS, receiptOf(OURS, block))
    node.agrees = agrees
    const seen = await inclusionOf(world, [OURS], { slot })
    expect(seen.is === 'included' && (await isFinal(world, seen))).toBe(expected)
  })

  test.each([
    [10, 8],
    [3, 1],
    [1, -1],
  ])('at height %i what is deep ends at %i', (head, deep) => {
    expect(deepHeight(world, head)).toBe(deep)
  })
})
