import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect } from 'vitest'
import type { SpawnedTestnet } from './process/spawn.ts'
import { type Hash, type Hex, moneyOn, operator, rpc, spawnTestNet, temporaryFolder } from './test-kit.ts'
import type { TestnetOptions } from './types.ts'

// Set-up of the tests beside this. Its bindings are live: each test finds its own test-net in them.
export let temporary: ReturnType<typeof temporaryFolder>
export let running: SpawnedTestnet[] = []

/** For each test of a file a folder of its own, and the end of what it started. */
export function beginAnew(): void {
  beforeEach(() => {
    temporary = temporaryFolder()
    running = []
  })
  afterEach(async () => {
    for (const testnet of running) await testnet.stop()
    temporary.remove()
  })
}

export async function start(options: Partial<TestnetOptions> = {}): Promise<SpawnedTestnet> {
  const testnet = await spawnTestNet(temporary.folder, options)
  running.push(testnet)
  return testnet
}

/** Ends a process as a power cut would, and waits until it is gone. */
export async function cut(...pids: number[]): Promise<void> {
  for (const pid of pids) process.kill(pid, 'SIGKILL')
  for (const pid of pids) await until(() => !alive(pid))
}

export function alive(pid: number): boolean {
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

export async function until(condition: () => boolean | Promise<boolean>, ms = 120_000): Promise<void> {
  for (const deadline = Date.now() + ms; !(await condition()); await sleep(20)) {
    if (Date.now() > deadline) throw new Error('it did not happen')
  }
}

/** Transfers of one wallet, signed ahead, so that they can be sent whatever happens meanwhile. */
export async function signedTransfers(testnet: SpawnedTestnet, count: number): Promise<Hex[]> {
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

/** Sends one after the other, noting each acknowledged one; stops at the first that was not. */
export async function sendAll(testnet: SpawnedTestnet, raws: Hex[], acknowledged: Hash[]): Promise<void> {
  for (const raw of raws) {
    const answer = await rpc(testnet.info.rpcUrl, 'eth_sendRawTransaction', [raw]).catch(() => undefined)
    if (!answer?.body.result) return
    acknowledged.push(answer.body.result as Hash)
  }
}

type Face = { hash: Hash; handle: Hex; stable: bigint }

/** What a chain looks like from outside, down to the hash of its newest block. */
export async function faceOf(testnet: SpawnedTestnet): Promise<Face> {
  const money = moneyOn(testnet.info)
  const { hash } = await money.reader.getBlock()
  return {
    hash,
    handle: await money.handleOf(operator.address),
    stable: await money.stableOf(testnet.info.cstable),
  }
}

export async function expectOnChain(testnet: SpawnedTestnet, hashes: Hash[]): Promise<void> {
  const { reader } = moneyOn(testnet.info)
  for (const hash of hashes) expect(await reader.getTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
}
