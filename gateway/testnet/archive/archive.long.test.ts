import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyTestnet } from '../../cli/backup/copy-testnet.ts'
import { type Controls, controlsOf } from '../controls.ts'
import type { SpawnedTestnet } from '../process/spawn.ts'
import { type Hash, type Hex, type Money, moneyOn, operator, spawnTestNet, temporaryFolder } from '../test-kit.ts'
import { openArchive } from './store.ts'

/** More than stay with the node. */
const MANY = 300

const { folder, remove } = temporaryFolder()
let testnet: SpawnedTestnet
let money: Money
let controls: Controls
beforeAll(async () => {
  testnet = await spawnTestNet(folder)
  money = moneyOn(testnet.info)
  controls = controlsOf(testnet.info)
})
afterAll(async () => {
  await testnet?.stop()
  remove()
})

type Question = [method: string, params: unknown]

/** The answer as it comes, byte for byte. */
async function said([method, params]: Question, of = testnet): Promise<string> {
  const response = await fetch(of.info.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
  })
  return response.text()
}

async function read<Result>(method: string, ...params: unknown[]): Promise<Result> {
  return JSON.parse(await said([method, params])).result
}

type Block = { number: Hex; hash: Hash; transactions: Hash[] }
const hex = (number: number): Hex => `0x${number.toString(16)}`
const unknown: Hash = `0x${'ab'.repeat(32)}`
/** Of EIP-2935: it would grow with every block. */
const blockHashHistory = '0x0000f90827f1c53a10cb7a02335b175320002935'
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Confidential transfers, one alone and several in a block, empty blocks, a contract and a refusal by a contract. */
async function makeHistory(): Promise<{ wallet: Hex; newest: number }> {
  const alice = await money.wallet(5_000n, 1_000_000n)
  await money.transfer(alice, operator.address, 5n)
  await controls.mine(2)
  await controls.setAutomine(false)
  const first = await money.reader.getTransactionCount({ address: alice.address })
  const sent: Hash[] = []
  for (let index = 0; index < 4; index += 1) {
    const data = money.transferData(operator.address, await money.input(alice.address, 1n))
    const raw = await money.sign(alice, testnet.info.cstable, index === 2 ? '0x12345678' : data, 0n, first + index)
    sent.push(await money.reader.sendRawTransaction({ serializedTransaction: raw }))
  }
  await controls.setAutomine(true)
  await money.fund(alice.address, 1n)
  const newest = Number(await read<Hex>('eth_blockNumber'))
  const receipts = await Promise.all(sent.map((hash) => money.reader.getTransactionReceipt({ hash })))
  expect(new Set(receipts.map(({ blockNumber }) => blockNumber)).size).toBe(1)
  expect(receipts.map(({ status }) => status)).toEqual(['success', 'success', 'reverted', 'success'])
  return { wallet: alice.address, newest }
}

function aboutBlock({ number, hash, transactions }: Block): Question[] {
  const places: Question[] = [...transactions, unknown].flatMap((one, index) => [
    ['eth_getTransactionByHash', [one]],
    ['eth_getTransactionReceipt', [one]],
    ['eth_getTransactionByBlockNumberAndIndex', [number, hex(index)]],
    ['eth_getTransactionByBlockHashAndIndex', [hash, index]],
  ])
  const whole: Question[] = [true, false].flatMap((full) => [
    ['eth_getBlockByNumber', [number, full]],
    ['eth_getBlockByHash', [hash, full]],
  ])
  return [
    ...places,
    ...whole,
    ['eth_getBlockTransactionCountByNumber', [number]],
    ['eth_getBlockTransactionCountByHash', [hash]],
    ['eth_getBlockReceipts', [number]],
    ['eth_getBlockReceipts', [hash]],
    ['eth_getBlockReceipts', [{ blockHash: hash }]],
    ['eth_getBlockReceipts', [{ blockNumber: number }]],
    ['eth_getLogs', [{ fromBlock: number, toBlock: number }]],
    ['eth_getLogs', [{ blockHash: hash }]],
  ]
}

/** Other forms of parameters, and such as the node refuses. */
function oddities({ number, hash, transactions: [transaction = unknown] }: Block): Question[] {
  const bare = hash.slice(2)
  return [
    ['eth_getBlockByNumber', [Number(number), true]],
    ['eth_getBlockByNumber', [String(Number(number)), true]],
    ['eth_getBlockByNumber', [`0x00${number.slice(2)}`, true]],
    ['eth_getBlockByNumber', [number]],
    ['eth_getBlockByNumber', [hash, true]],
    ['eth_getBlockByNumber', ['earliest', true]],
    ['eth_getBlockByNumber', ['0x0', false]],
    ['eth_getBlockByHash', [bare.toUpperCase(), true]],
    ['eth_getBlockByHash', [unknown, true]],
    ['eth_getBlockReceipts', ['earliest']],
    ['eth_getBlockReceipts', [unknown]],
    ['eth_getTransactionReceipt', [transaction, 1]],
    ['eth_getTransactionReceipt', { hash: transaction }],
    ['eth_getLogs', [{ blockHash: bare }]],
    ['eth_getLogs', [{ blockHash: hash, fromBlock: null, toBlock: null }]],
    ['eth_getLogs', [{ blockHash: hash, fromBlock: number }]],
    ['eth_getLogs', [{ blockHash: hash, address: 'x' }]],
    ['eth_getLogs', [{ blockHash: unknown }]],
    ['eth_getLogs', []],
    ['eth_getLogs', { fromBlock: number }],
    ['eth_getBalance', [operator.address, { blockHash: unknown }]],
  ]
}

function aboutLogs(wallet: Hex, newest: number): Question[] {
  const padded = `0x${wallet.slice(2).toLowerCase().padStart(64, '0')}`
  const ranges = [
    { fromBlock: 'earliest', toBlock: hex(newest) },
    { fromBlock: '0x0', toBlock: hex(newest) },
    { fromBlock: `0x00${hex(newest - 3).slice(2)}`, toBlock: hex(newest) },
    { fromBlock: hex(newest - 5), toBlock: hex(newest - 1) },
    { fromBlock: hex(newest), toBlock: hex(newest - 3) },
    { fromBlock: hex(3), toBlock: 'earliest' },
    { fromBlock: 3 },
    { fromBlock: '3' },
    { fromBlock: '0x3', toBlock: 'sometime' },
    { toBlock: '0x3' },
  ]
  const { stable, cstable } = testnet.info
  const filters = [
    {},
    { address: stable },
    { address: stable.slice(2).toLowerCase() },
    { address: [stable, cstable] },
    { address: [] },
    { address: null, topics: null },
    { address: unknown.slice(0, 42) },
    { topics: [transferTopic] },
    { topics: [transferTopic.toUpperCase().replace('0X', '0x'), null, padded] },
    { topics: [[transferTopic, unknown], padded] },
    { topics: [null, null, null, null] },
    { topics: [[], [null, unknown]] },
    { topics: [null, [padded]], address: cstable },
    { topics: [unknown] },
    { topics: [null, null, null, null, null] },
    { topic: [] },
  ]
  const all = ranges.flatMap((range) => filters.map((filter): Question => ['eth_getLogs', [{ ...range, ...filter }]]))
  return [...all, ['eth_getLogs', [{ ...ranges[0] }, 1]]]
}

type Answered = [Question, string]

const answersTo = (questions: Question[], of = testnet): Promise<Answered[]> =>
  Promise.all(questions.map(async (question): Promise<Answered> => [question, await said(question, of)]))

async function changedSince(before: Answered[], of = testnet): Promise<Answered[]> {
  const answers = await answersTo(
    before.map(([question]) => question),
    of,
  )
  return answers.filter(([, answer], index) => answer !== before[index]?.[1])
}

describe('blocks that have left the node', () => {
  let before: Answered[]
  let newest: number

  beforeAll(async () => {
    const history = await makeHistory()
    newest = history.newest
    const numbers = Array.from({ length: newest + 1 }, (_, number) => number)
    const blocks = await Promise.all(numbers.map((number) => read<Block>('eth_getBlockByNumber', hex(number), false)))
    const busy = blocks.reduce((most, block) => (block.transactions.length > most.transactions.length ? block : most))
    before = await answersTo([...blocks.flatMap(aboutBlock), ...oddities(busy), ...aboutLogs(history.wallet, newest)])
    await controls.mine(MANY)
    // Renewed, the node has no state of the past; archived is what the snapshot before it held.
    await controls.snapshot()
    const oldState: Question[] = [
      ['eth_getBalance', [operator.address, hex(newest)]],
      ['eth_getBalance', [operator.address, { blockHash: blocks[newest]?.hash }]],
      ['eth_call', [{ to: testnet.info.stable }, { blockHash: blocks[newest]?.hash, requireCanonical: true }]],
    ]
    before.push(...(await answersTo(oldState)))
    await controls.snapshot()
  })

  test('are in the archive, and not in the state', () => {
    const { archived, generation, genesisHash } = snapshotIn(folder)
    expect(archived).toBeGreaterThanOrEqual(newest)
    const state = stateIn(folder, generation)
    const numbers = state.blocks.map(({ header }) => Number(header.number))
    expect(numbers.sort((a, b) => a - b)).toEqual([
      0,
      ...Array.from({ length: 256 }, (_, index) => archived + 1 + index),
    ])
    expect(state.transactions.filter(({ block_number: number }) => number <= archived)).toEqual([])
    expect(genesisHash).toBe(testnet.info.genesisHash)
    expect(state.accounts[blockHashHistory]?.storage ?? {}).toEqual({})
  })

  test('are answered for byte for byte as before', async () => {
    expect(await changedSince(before)).toEqual([])
  })

  test('and where several are asked for at once', async () => {
    const list = before.map(([[method, params]], id) => ({ jsonrpc: '2.0', id, method, params }))
    for (let start = 0; start < list.length; start += 100) {
      const some = list.slice(start, start + 100)
      const response = await fetch(testnet.info.rpcUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(some),
      })
      const answers = new Map(((await response.json()) as { id: number }[]).map((answer) => [answer.id, answer]))
      const wrong = some.filter(({ id }) => {
        const alone = JSON.parse(before[id]?.[1] ?? '')
        return JSON.stringify({ ...answers.get(id), id: 7 }) !== JSON.stringify({ ...alone, id: 7 })
      })
      expect(wrong).toEqual([])
    }
  })

  test('and after a restart', async () => {
    await testnet.stop()
    testnet = await spawnTestNet(folder)
    money = moneyOn(testnet.info)
    expect(await changedSince(before)).toEqual([])
  })

  test('and out of the copy that a backup takes', async () => {
    const copy = temporaryFolder()
    expect(copyTestnet(folder, copy.folder)).toBe(true)
    const copied = await spawnTestNet(copy.folder)
    try {
      expect(await changedSince(before, copied)).toEqual([])
    } finally {
      await copied.stop()
      copy.remove()
    }
  })

  test('are one range with those of the node, in order', async () => {
    await money.fund(operator.address, 1n)
    const logs = await read<{ blockNumber: Hex; logIndex: Hex }[]>('eth_getLogs', { fromBlock: '0x0' })
    const one = await Promise.all(
      [hex(newest), 'latest'].map((at) => read<unknown[]>('eth_getLogs', { fromBlock: at, toBlock: at })),
    )
    expect(logs.slice(-(one[1]?.length ?? 0))).toEqual(one[1])
    expect(logs).toEqual(expect.arrayContaining(one.flat()))
    const places = logs.map(({ blockNumber, logIndex }) => Number(blockNumber) * 1_000 + Number(logIndex))
    expect(places).toEqual([...new Set(places)].sort((a, b) => a - b))
  })

  test('cannot be missed without being told', async () => {
    await testnet.stop()
    const archive = openArchive(join(folder, 'archive.db'))
    archive.forgetAbove(3)
    archive.close()
    await expect(spawnTestNet(folder)).rejects.toThrow('archive.db ends at block 3')
    rmSync(join(folder, 'archive.db'))
    await expect(spawnTestNet(folder)).rejects.toThrow('archive.db ends at block 0')
  })
})

type Snapshot = { archived: number; generation: number; genesisHash: Hash }
type State = {
  accounts: Record<string, { storage: Record<Hex, Hex> }>
  blocks: { header: { number: Hex } }[]
  transactions: { block_number: number }[]
}

function snapshotIn(root: string): Snapshot {
  return JSON.parse(readFileSync(join(root, 'snapshot.json'), 'utf8'))
}

function stateIn(root: string, generation: number): State {
  return JSON.parse(gunzipSync(readFileSync(join(root, `state-${generation}.json.gz`))).toString())
}
