import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { keccak256 } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { controlsOf } from './controls.ts'
import {
  beginAnew,
  cut,
  expectOnChain,
  faceOf,
  sendAll,
  signedTransfers,
  start,
  temporary,
  until,
} from './crash-fixture.ts'
import type { SpawnedTestnet } from './process/spawn.ts'
import { type Hash, type Hex, moneyOn, rpc } from './test-kit.ts'

beginAnew()

describe('controls', () => {
  test('pending transactions wait, survive a restart, and are mined then', async () => {
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

  test('a rollback drops transactions, and stays after a crash', async () => {
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

  test('after a rollback a block costs what the one in its place had cost', async () => {
    const testnet = await start()
    const { reader } = moneyOn(testnet.info)
    const feeOf = async (height: number) => (await reader.getBlock({ blockNumber: BigInt(height) })).baseFeePerGas
    const controls = controlsOf(testnet.info)
    const height = await controls.mine(5)
    const fees = await Promise.all([height - 2, height - 1].map(feeOf))
    await controls.rollback(3)
    await controls.mine(2)
    expect(await Promise.all([height - 2, height - 1].map(feeOf))).toEqual(fees)
    expect(fees[0]).toBeGreaterThan(fees[1] ?? 0n)
  })

  test('mining and balances are replayed too', async () => {
    const testnet = await start()
    await controlsOf(testnet.info).setBalance(`0x${'22'.repeat(20)}`, 77n)
    const height = await controlsOf(testnet.info).mine(5)
    await cut(testnet.info.pids.testnet, testnet.info.pids.anvil)
    const { reader } = moneyOn((await start()).info)
    expect(await reader.getBalance({ address: `0x${'22'.repeat(20)}` })).toBe(77n)
    expect(await reader.getBlockNumber()).toBe(BigInt(height))
  })
})

describe('a stop', () => {
  const journaled = () =>
    readdirSync(temporary.folder)
      .filter((file) => file.startsWith('journal-'))
      .map((file) => statSync(join(temporary.folder, file)).size)

  test('leaves the next start nothing to replay, also while a snapshot is being made', async () => {
    const testnet = await start({ snapshotAfter: { transactions: 15, replayMs: 60_000, idleReplayMs: 1 } })
    const hashes: Hash[] = []
    await sendAll(testnet, await signedTransfers(testnet, 40), hashes)
    const face = await faceOf(testnet)
    await testnet.stop()
    expect(journaled()).toEqual([0])
    expect(await faceOf(await start())).toEqual(face)
  })

  test('makes no snapshot where the next start is soon through', async () => {
    const testnet = await start({ snapshotAfter: { transactions: 1_000, replayMs: 60_000, idleReplayMs: 60_000 } })
    await controlsOf(testnet.info).mine(3)
    const face = await faceOf(testnet)
    const [before] = journaled()
    await testnet.stop()
    expect(journaled()).toEqual([before])
    expect(before).toBeGreaterThan(0)
    expect(await faceOf(await start())).toEqual(face)
  })
})

/** PUSH0, SLOAD, POP, PUSH0, PUSH0, REVERT: a contract that reads what it never wrote, and takes all back. */
const READS_AND_REVERTS = '0x5f54505f5ffd'
/** PUSH6, the code; PUSH0, MSTORE, PUSH1 6, PUSH1 26, RETURN: its creation. */
const CREATION = `0x65${READS_AND_REVERTS.slice(2)}5f526006601af3` as const

test('a snapshot that follows a creation is replayed to the same blocks', async () => {
  const testnet = await start({ snapshotAfter: { transactions: 10_000, replayMs: 3_600_000, idleReplayMs: 1 } })
  const { reader } = moneyOn(testnet.info)
  const account = privateKeyToAccount(generatePrivateKey())
  await controlsOf(testnet.info).setBalance(account.address, 10n ** 18n)
  const fees = { chainId: 11_155_111, gas: 100_000n, maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 1n }
  const send = async (nonce: number, call: { to?: Hex; data?: Hex }) => {
    const raw = await account.signTransaction({ type: 'eip1559', nonce, ...fees, ...call })
    const { body } = await rpc(testnet.info.rpcUrl, 'eth_sendRawTransaction', [raw])
    return reader.getTransactionReceipt({ hash: body.result as Hex })
  }
  const { contractAddress } = await send(0, { data: CREATION })
  const to = contractAddress as Hex
  expect(await reader.getCode({ address: to })).toBe(READS_AND_REVERTS)
  const height = Number(await reader.getBlockNumber())
  await until(() => JSON.parse(readFileSync(join(temporary.folder, 'snapshot.json'), 'utf8')).height === height)

  expect((await send(1, { to })).status).toBe('reverted')
  const face = await faceOf(testnet)
  await cut(testnet.info.pids.anvil)
  expect(await faceOf(testnet)).toEqual(face)
})

describe('a snapshot is made of the node that answers', () => {
  const asked = { transactions: 10_000, replayMs: 3_600_000, idleReplayMs: 3_600_000 }

  test('which goes on, also where its clock was set since its newest block', async () => {
    const lines: string[] = []
    const testnet = await start({ snapshotAfter: asked, log: (line) => lines.push(line) })
    const { reader } = moneyOn(testnet.info)
    const { timestamp } = await reader.getBlock()
    await until(() => Date.now() / 1000 > Number(timestamp) + 2)
    await cut(testnet.info.pids.anvil)
    const face = await faceOf(testnet)
    lines.length = 0
    await controlsOf(testnet.info).snapshot()
    expect([lines, await faceOf(testnet)]).toEqual([[], face])
  })

  test('and shows no reader a block that is taken back', async () => {
    const { info } = await start({ snapshotAfter: asked })
    const newest = async () => (await rpc(info.rpcUrl, 'eth_getBlockByNumber', ['latest', false])).body.result
    const before = await newest()
    let isOver = false
    const read = async () => {
      while (!isOver) expect(await newest()).toEqual(before)
    }
    const save = async () => {
      for (let count = 0; count < 2; count++) await controlsOf(info).snapshot()
      isOver = true
    }
    await Promise.all([save(), ...Array.from({ length: 2 }, read)])
  })
})

test('another operator is admitted at a later start', async () => {
  await (await start()).stop()
  const other = `0x${'33'.repeat(20)}` as const
  const { reader } = moneyOn((await start({ operator: other })).info)
  expect(await reader.getBalance({ address: other })).toBe(10n ** 24n)
})
