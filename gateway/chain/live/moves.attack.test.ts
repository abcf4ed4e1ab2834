import { createPublicClient, custom, encodeEventTopics, type Hex, pad, RpcRequestError, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { stableAbi } from '../../contracts/abis.ts'
import { ChainUnavailable } from '../port.ts'
import { createMoves, type Log } from './moves.ts'
import type { Client } from './rpc/client.ts'

const stable = { address: `0x${'5'.repeat(40)}` as const, symbol: 'STABLE' }
const cstable = { address: `0x${'6'.repeat(40)}` as const, symbol: 'cSTABLE' }
const [payer, payee] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`] as const
const BLOCK: Hex = `0x${'b'.repeat(64)}`
const [TRANSFER] = encodeEventTopics({ abi: stableAbi, eventName: 'Transfer' })

const paid = (logIndex: number | null, units: number, place: Partial<Log> = {}): Log => ({
  address: stable.address,
  topics: [TRANSFER as Hex, pad(payer), pad(payee)],
  data: pad(toHex(units)),
  blockNumber: '0x9',
  blockHash: BLOCK,
  transactionHash: `0x${'a'.repeat(64)}`,
  logIndex: logIndex === null ? null : toHex(logIndex),
  ...place,
})

function movesOf(logs: readonly Log[]) {
  const request = async () => logs
  const client = createPublicClient({ transport: custom({ request }), cacheTime: 0 }) as Client
  return createMoves(client, { tokens: { stable, cstable }, confirming: [] })
}

const read = async (logs: readonly Log[]) =>
  (await movesOf(logs).movesTo([payee], 9, 9)).map(({ logIndex, position, units }) => [logIndex, position, units])

test('a log that a node tells twice is one move', async () => {
  const [first, second] = [paid(3, 5), paid(7, 5)]
  const once = [
    [3, 0, 5n],
    [7, 1, 5n],
  ]
  expect(await read([first, second])).toEqual(once)
  expect(await read([first, second, first, second, second])).toEqual(once)
})

test('of a log that a node tells in two ways neither is believed', async () => {
  await expect(read([paid(3, 5), paid(3, 6)])).rejects.toThrow(ChainUnavailable)
})

test.each([
  ['of another receiver', { topics: [TRANSFER as Hex, pad(payee), pad(payer)] }],
  ['of a later block', { blockNumber: '0xa' }],
] as const)('a move %s than a node was asked for is not taken', async (_, place) => {
  await expect(movesOf([paid(3, 5, place as Partial<Log>)]).movesTo([payee], 9, 9)).rejects.toThrow(ChainUnavailable)
})

test('a move of another block than a node was asked for is not taken', async () => {
  await expect(movesOf([paid(3, 5, { blockHash: `0x${'c'.repeat(64)}` })]).movesIn(BLOCK)).rejects.toThrow(
    ChainUnavailable,
  )
})

test('what is in no block yet has not moved', async () => {
  expect(await read([paid(null, 5, { blockNumber: null, blockHash: null })])).toEqual([])
})

const TOO_MANY = { code: -32_005, message: 'query returned more than 10000 results' }

/** A node that gives no logs where there are so many, and the receipts of block 9. */
function nodeWithMany(logs: readonly Log[], receipts: object[] | null = [{ logs }], said = TOO_MANY) {
  const asked: string[] = []
  const request = async ({ method, params }: { method: string; params: unknown[] }) => {
    asked.push(`${method} ${JSON.stringify(params[0])}`)
    if (method !== 'eth_getLogs') return receipts
    throw new RpcRequestError({ body: {}, url: 'http://node', error: said })
  }
  const client = createPublicClient({ transport: custom({ request }, { retryCount: 0 }), cacheTime: 0 }) as Client
  return { asked, moves: createMoves(client, { tokens: { stable, cstable }, confirming: [] }) }
}

describe('a block that a contract has filled with transfers of nothing', () => {
  const all = [
    paid(0, 0),
    paid(1, 0),
    paid(2, 7),
    paid(3, 5, { topics: [TRANSFER as Hex, pad(payer), pad(payer)] }),
    paid(4, 5, { topics: [pad('0x07'), pad(payer), pad(payee)] }),
    paid(5, 5, { topics: [] }),
    paid(6, 5, { address: payer }),
  ]

  test('is read from its receipts where the node gives no logs of it', async () => {
    const { asked, moves } = nodeWithMany(all)
    expect((await moves.movesTo([payee], 9, 9)).map(({ units }) => units)).toEqual([0n, 0n, 7n])
    expect((await moves.movesIn(BLOCK)).map(({ units }) => units)).toEqual([0n, 0n, 7n, 5n])
    expect(asked.filter((each) => !each.startsWith('eth_getLogs'))).toEqual([
      'eth_getBlockReceipts "0x9"',
      `eth_getBlockReceipts "${BLOCK}"`,
    ])
  })

  test('and of more blocks than one the node has refused too many', async () => {
    const { asked, moves } = nodeWithMany(all)
    await expect(moves.movesTo([payee], 8, 9)).rejects.toThrow(ChainUnavailable)
    expect(asked).toHaveLength(1)
  })

  test('has no moves by a node that lacks it', async () => {
    const failure = await nodeWithMany(all, null).moves.movesIn(BLOCK).catch(String)
    expect(failure).toContain('moves of a block')
  })

  test('is not read from its receipts, which cost more, where the node is asked too often', async () => {
    const { asked, moves } = nodeWithMany(all, [], { code: 429, message: 'exceeded its compute units per second' })
    await expect(moves.movesIn(BLOCK)).rejects.toThrow(ChainUnavailable)
    expect(asked).toHaveLength(1)
  })
})
