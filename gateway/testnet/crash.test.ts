import { fork, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { keccak256 } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { entry } from '../assets.ts'
import { openArchive } from './archive/store.ts'
import { controlsOf } from './controls.ts'
import type { SpawnedTestnet } from './process/spawn.ts'
import { type Hash, type Hex, moneyOn, operator, rpc, spawnTestNet, temporaryFolder } from './test-kit.ts'
import type { TestnetOptions } from './types.ts'

let temporary: ReturnType<typeof temporaryFolder>
let running: SpawnedTestnet[] = []

beforeEach(() => {
  temporary = temporaryFolder()
  running = []
})
afterEach(async () => {
  for (const testnet of running) await testnet.stop()
  temporary.remove()
})

async function start(options: Partial<TestnetOptions> = {}): Promise<SpawnedTestnet> {
  const testnet = await spawnTestNet(temporary.folder, options)
  running.push(testnet)
  return testnet
}

/** Ends a process as a power cut would, and waits until it is gone. */
async function cut(...pids: number[]): Promise<void> {
  for (const pid of pids) process.kill(pid, 'SIGKILL')
  for (const pid of pids) await until(() => !alive(pid))
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  // A killed child of a killed parent may wait for a reaper: it runs no more.
  const state = process.platform === 'linux' ? /^State:\s+(\w)/m.exec(statusOf(pid))?.[1] : 'R'
  return state !== undefined && state !== 'Z' && state !== 'X'
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}

async function until(condition: () => boolean | Promise<boolean>, ms = 20_000): Promise<void> {
  for (const deadline = Date.now() + ms; !(await condition()); await sleep(20)) {
    if (Date.now() > deadline) throw new Error('it did not happen')
  }
}

/** Transfers of one wallet, signed ahead, so that they can be sent whatever happens meanwhile. */
async function signedTransfers(testnet: SpawnedTestnet, count: number): Promise<Hex[]> {
  const money = moneyOn(testnet.info)
  const alice = await money.wallet(0n, 1_000_000n)
  const first = await money.reader.getTransactionCount({ address: alice.address })
  const raws: Hex[] = []
  for (let index = 0; index < count; index += 1) {
    const data = money.transferData(operator.address, await money.input(alice.address, 1n))
    raws.push(await money.sign(alice, testnet.info.cstable, data, 0n, first + index))
  }
  return raws
}

/** Sends one after the other, noting what was acknowledged; stops at the first that was not. */
async function sendAll(testnet: SpawnedTestnet, raws: Hex[], acknowledged: Hash[]): Promise<void> {
  for (const raw of raws) {
    const answer = await rpc(testnet.info.rpcUrl, 'eth_sendRawTransaction', [raw]).catch(() => undefined)
    if (!answer?.body.result) return
    acknowledged.push(answer.body.result as Hash)
  }
}

type Face = { hash: Hash; handle: Hex; stable: bigint }

/** What a chain looks like from outside, down to the hash of its newest block. */
async function faceOf(testnet: SpawnedTestnet): Promise<Face> {
  const money = moneyOn(testnet.info)
  const { hash } = await money.reader.getBlock()
  return {
    hash,
    handle: await money.handleOf(operator.address),
    stable: await money.stableOf(testnet.info.cstable),
  }
}

async function expectOnChain(testnet: SpawnedTestnet, hashes: Hash[]): Promise<void> {
  const { reader } = moneyOn(testnet.info)
  for (const hash of hashes) expect(await reader.getTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
}

describe('anvil is killed', () => {
  test('with transactions in flight: all come through, in the blocks that were seen', { timeout: 60_000 }, async () => {
    const testnet = await start()
    const raws = await signedTransfers(testnet, 40)
    const acknowledged: Hash[] = []
    const sending = sendAll(testnet, raws, acknowledged)
    await until(() => acknowledged.length >= 10)
    const seen = await moneyOn(testnet.info).reader.getTransactionReceipt({ hash: acknowledged[5] ?? '0x' })
    const before = testnet.info.pids.anvil
    await cut(before)
    await sending
    expect(acknowledged).toEqual(raws.map((raw) => keccak256(raw)))
    await expectOnChain(testnet, acknowledged)
    const again = await moneyOn(testnet.info).reader.getTransactionReceipt({ hash: acknowledged[5] ?? '0x' })
    expect(again.blockHash).toBe(seen.blockHash)
    await until(() => testnet.info.pids.anvil !== before)
  })

  test('again and again, while clients read', { timeout: 60_000 }, async () => {
    const testnet = await start()
    const face = await faceOf(testnet)
    for (let time = 0; time < 3; time += 1) {
      const { body } = await rpc(testnet.info.rpcUrl, 'sotto_testnet')
      const { pids } = body.result as { pids: { anvil: number } }
      await cut(pids.anvil)
      expect(await faceOf(testnet)).toEqual(face)
    }
  })
})

describe('everything is killed', () => {
  test('with transactions in flight: the next start has all that was acknowledged', { timeout: 60_000 }, async () => {
    const testnet = await start()
    const raws = await signedTransfers(testnet, 40)
    const acknowledged: Hash[] = []
    const sending = sendAll(testnet, raws, acknowledged)
    await until(() => acknowledged.length >= 10)
    const { pids } = testnet.info
    await cut(pids.testnet)
    await sending
    expect(acknowledged.length).toBeLessThan(raws.length)
    const orphan = pids.anvil
    const second = await start()
    expect(alive(orphan)).toBe(false)
    expect(second.info.genesisHash).toBe(testnet.info.genesisHash)
    await expectOnChain(second, acknowledged)
    await testnet.exited
    // What was not acknowledged can be sent again, the same bytes.
    await sendAll(second, raws.slice(acknowledged.length + 1), acknowledged)
  })

  test('block hashes and handles are those of before', { timeout: 60_000 }, async () => {
    const testnet = await start()
    const raws = await signedTransfers(testnet, 5)
    await Promise.all(raws.map((raw) => rpc(testnet.info.rpcUrl, 'eth_sendRawTransaction', [raw])))
    const face = await faceOf(testnet)
    await cut(testnet.info.pids.testnet, testnet.info.pids.anvil)
    expect(await faceOf(await start())).toEqual(face)
  })

  test('a torn last line of the journal was never acknowledged', { timeout: 60_000 }, async () => {
    const testnet = await start()
    const face = await faceOf(testnet)
    await cut(testnet.info.pids.testnet, testnet.info.pids.anvil)
    const journal = join(temporary.folder, 'journal-1.log')
    appendFileSync(journal, '0badc0de {"is":"send","raws":["0x')
    const second = await start()
    expect(await faceOf(second)).toEqual(face)
    await moneyOn(second.info).wallet(1n, 0n)
    await cut(second.info.pids.testnet, second.info.pids.anvil)
    const lines = readFileSync(journal, 'utf8').split('\n')
    lines[1] = `00000000${lines[1]?.slice(8)}`
    writeFileSync(journal, lines.join('\n'))
    await expect(start()).rejects.toThrow('is damaged at byte')
  })
})

test('a process that got the process ID of our anvil is left alone', { timeout: 60_000 }, async () => {
  const testnet = await start()
  await cut(testnet.info.pids.testnet, testnet.info.pids.anvil)
  const bystander = fork('-e', ['setInterval(() => {}, 1000)'], { execArgv: [], stdio: 'ignore' })
  try {
    const note = join(temporary.folder, 'anvil.json')
    const { genesisHash } = JSON.parse(readFileSync(note, 'utf8')) as { genesisHash: string }
    writeFileSync(note, JSON.stringify({ genesisHash, running: [{ pid: bystander.pid, port: 1 }] }))
    await start()
    expect(bystander.exitCode).toBe(null)
    expect(bystander.signalCode).toBe(null)
  } finally {
    bystander.kill('SIGKILL')
  }
})

test('two test-nets do not share a folder; the second waits for the first', { timeout: 60_000 }, async () => {
  const first = await start()
  const second = start()
  await sleep(300)
  await first.stop()
  expect((await second).info.genesisHash).toBe(first.info.genesisHash)
})

test('the test-net ends with its parent', { timeout: 60_000 }, async () => {
  const parent = `
    const { spawnTestnet } = await import(${JSON.stringify(entry('testnet/process/spawn'))})
    const options = { dataDir: ${JSON.stringify(temporary.folder)}, operator: '${operator.address}' }
    const { info } = await spawnTestnet(options)
    process.kill(process.pid, (console.log(JSON.stringify(info.pids)), 'SIGKILL'))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', parent], { encoding: 'utf8' })
  const pids = JSON.parse(stdout) as { testnet: number; anvil: number }
  await until(() => !alive(pids.testnet) && !alive(pids.anvil), 4_000)
})

describe('controls', () => {
  test('pending transactions wait, survive a restart, and are mined then', { timeout: 60_000 }, async () => {
    const testnet = await start()
    const [first = '0x', second = '0x'] = await signedTransfers(testnet, 2)
    await controlsOf(testnet.info).setAutomine(false)
    await rpc(testnet.info.rpcUrl, 'eth_sendRawTransaction', [first])
    await controlsOf(testnet.info).snapshot()
    await rpc(testnet.info.rpcUrl, 'eth_sendRawTransaction', [second])
    const receipt = async (at: SpawnedTestnet, raw: Hex) =>
      (await rpc(at.info.rpcUrl, 'eth_getTransactionReceipt', [keccak256(raw)])).body.result
    expect([await receipt(testnet, first), await receipt(testnet, second)]).toEqual([null, null])
    await testnet.stop()

    const again = await start()
    expect([await receipt(again, first), await receipt(again, second)]).toEqual([null, null])
    await controlsOf(again.info).setAutomine(true)
    await expectOnChain(again, [keccak256(first), keccak256(second)])
  })

  test('a rollback drops transactions, and stays after a crash', { timeout: 60_000 }, async () => {
    const testnet = await start()
    const raws = await signedTransfers(testnet, 2)
    const before = await faceOf(testnet)
    const hashes: Hash[] = []
    await sendAll(testnet, raws, hashes)
    await controlsOf(testnet.info).rollback(2)
    expect(await faceOf(testnet)).toEqual(before)
    const { reader } = moneyOn(testnet.info)
    await expect(reader.getTransactionReceipt({ hash: hashes[0] ?? '0x' })).rejects.toThrow('could not be found')
    await cut(testnet.info.pids.testnet, testnet.info.pids.anvil)

    const again = await start()
    expect(await faceOf(again)).toEqual(before)
    await sendAll(again, raws, hashes)
    await expectOnChain(again, hashes)
    const face = await faceOf(again)
    await cut(again.info.pids.anvil)
    expect(await faceOf(again)).toEqual(face)
    await expect(controlsOf(again.info).rollback(500)).rejects.toThrow('the last snapshot was taken there')
  })

  test('mining and balances are replayed too', { timeout: 60_000 }, async () => {
    const testnet = await start()
    await controlsOf(testnet.info).setBalance(`0x${'22'.repeat(20)}`, 77n)
    const height = await controlsOf(testnet.info).mine(5)
    await cut(testnet.info.pids.testnet, testnet.info.pids.anvil)
    const { reader } = moneyOn((await start()).info)
    expect(await reader.getBalance({ address: `0x${'22'.repeat(20)}` })).toBe(77n)
    expect(await reader.getBlockNumber()).toBe(BigInt(height))
  })
})

test('snapshots under load: anvil is renewed, nothing is lost, the journal stays short', {
  timeout: 90_000,
}, async () => {
  const testnet = await start({ snapshotAfter: { transactions: 15, replayMs: 60_000 } })
  // So that there is something for the archive.
  await controlsOf(testnet.info).mine(250)
  const raws = await signedTransfers(testnet, 60)
  const first = testnet.info.pids.anvil
  const hashes: Hash[] = []
  await sendAll(testnet, raws, hashes)
  expect(hashes).toHaveLength(60)
  await until(() => testnet.info.pids.anvil !== first)
  await expectOnChain(testnet, hashes)
  const face = await faceOf(testnet)
  await cut(testnet.info.pids.testnet, testnet.info.pids.anvil)
  const again = await start()
  expect(await faceOf(again)).toEqual(face)
  await expectOnChain(again, hashes)
})

describe('old blocks move to the archive', () => {
  /** More blocks than stay with the node, the first of them with transfers and in a snapshot, none in the archive. */
  async function longChain(): Promise<SpawnedTestnet> {
    const testnet = await start()
    for (const raw of await signedTransfers(testnet, 3)) await rpc(testnet.info.rpcUrl, 'eth_sendRawTransaction', [raw])
    await controlsOf(testnet.info).mine(200)
    await controlsOf(testnet.info).snapshot()
    await controlsOf(testnet.info).mine(100)
    return testnet
  }

  /** Every log and every block hash from the first on. */
  async function historyOf({ info }: SpawnedTestnet): Promise<unknown> {
    const { result } = (await rpc(info.rpcUrl, 'eth_getLogs', [{ fromBlock: '0x0' }])).body
    const height = Number((await rpc(info.rpcUrl, 'eth_blockNumber')).body.result)
    const numbers = Array.from({ length: height + 1 }, (_, number) => `0x${number.toString(16)}`)
    const blocks = await Promise.all(numbers.map((number) => rpc(info.rpcUrl, 'eth_getBlockByNumber', [number, true])))
    return { logs: result, blocks: blocks.map(({ body }) => body.result) }
  }

  function archiveHeight(): number {
    const archive = openArchive(join(temporary.folder, 'archive.db'))
    const height = archive.height()
    archive.close()
    return height
  }

  const published = () => JSON.parse(readFileSync(join(temporary.folder, 'snapshot.json'), 'utf8')).archived as number

  test('and all is killed before the snapshot without them is published', { timeout: 120_000 }, async () => {
    const testnet = await longChain()
    const history = await historyOf(testnet)
    // Nothing can be published while something stands where it would be written.
    const inTheWay = join(temporary.folder, 'snapshot.json.new')
    mkdirSync(inTheWay)
    await expect(controlsOf(testnet.info).snapshot()).rejects.toThrow()
    expect([published(), archiveHeight() > 30]).toEqual([0, true])
    expect(await historyOf(testnet)).toEqual(history)
    await cut(testnet.info.pids.testnet, testnet.info.pids.anvil)
    rmdirSync(inTheWay)

    const second = await start()
    expect(await historyOf(second)).toEqual(history)
    await controlsOf(second.info).snapshot()
    expect([published(), await historyOf(second)]).toEqual([archiveHeight(), history])
    await cut(second.info.pids.testnet, second.info.pids.anvil)
    expect(await historyOf(await start())).toEqual(history)
  })

  test('of a folder that has none', { timeout: 120_000 }, async () => {
    const testnet = await longChain()
    const history = await historyOf(testnet)
    await cut(testnet.info.pids.testnet, testnet.info.pids.anvil)
    const file = join(temporary.folder, 'snapshot.json')
    const { archived, ...older } = JSON.parse(readFileSync(file, 'utf8'))
    expect(archived).toBe(0)
    writeFileSync(file, JSON.stringify(older))
    for (const name of readdirSync(temporary.folder)) {
      if (name.startsWith('archive.db')) rmSync(join(temporary.folder, name))
    }
    const second = await start()
    await controlsOf(second.info).snapshot()
    expect([published() > 30, await historyOf(second)]).toEqual([true, history])
  })
})

test('a stop leaves the next start nothing to replay, also while a snapshot is being made', {
  timeout: 90_000,
}, async () => {
  const testnet = await start({ snapshotAfter: { transactions: 15, replayMs: 60_000 } })
  const hashes: Hash[] = []
  await sendAll(testnet, await signedTransfers(testnet, 40), hashes)
  const face = await faceOf(testnet)
  await testnet.stop()
  const journals = readdirSync(temporary.folder).filter((file) => file.startsWith('journal-'))
  expect(journals.map((file) => statSync(join(temporary.folder, file)).size)).toEqual([0])
  expect(await faceOf(await start())).toEqual(face)
})

test('another operator is admitted at a later start', { timeout: 60_000 }, async () => {
  await (await start()).stop()
  const other = `0x${'33'.repeat(20)}` as const
  const { reader } = moneyOn((await start({ operator: other })).info)
  expect(await reader.getBalance({ address: other })).toBe(10n ** 24n)
})
