import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { concat, type Hex, pad, toHex } from 'viem'
import { expect, test } from 'vitest'
import { computationsOf, isProven } from '../fhe/computations.ts'
import { controlsOf } from './controls.ts'
import { beginAnew, cut, faceOf, signedTransfers, start, temporary, until } from './crash-fixture.ts'
import { minedIn } from './executor-fixture.ts'
import type { SpawnedTestnet } from './process/spawn.ts'
import { wellKnown } from './sepolia.ts'
import { moneyOn, operator } from './test-kit.ts'

beginAnew()

/** PUSH1 1, NUMBER, SUB, BLOCKHASH, PUSH0, MSTORE, PUSH1 32, PUSH0, LOG0: a creation that logs the hash of the block before. */
const LOG_PARENT_HASH = '0x60014303405f5260205fa0'

let salt = 0

/** The hash of the block before, as a contract in the next block sees it, and as the chain has it. */
async function parentHashes({ info }: SpawnedTestnet): Promise<{ seen?: Hex; parentHash: Hex }> {
  const { reader, send } = moneyOn(info)
  salt += 1
  const data = concat([pad(toHex(salt)), LOG_PARENT_HASH])
  const { logs, blockHash } = await send(operator, wellKnown.create2, data)
  const { parentHash } = await reader.getBlock({ blockHash })
  return { ...(logs[0] && { seen: logs[0].data }), parentHash }
}

async function expectTrueParent(testnet: SpawnedTestnet): Promise<void> {
  const { seen, parentHash } = await parentHashes(testnet)
  expect(seen).toBe(parentHash)
}

const publishedHash = () => JSON.parse(readFileSync(join(temporary.folder, 'snapshot.json'), 'utf8')).hash as Hex

test('a contract is told the true hash of the block before it: at first, after snapshots, a restart, and kills', async () => {
  const first = await start()
  await expectTrueParent(first)
  for (let time = 0; time < 2; time += 1) {
    await controlsOf(first.info).snapshot()
    await expectTrueParent(first)
  }
  await first.stop()

  const second = await start()
  await expectTrueParent(second)
  await controlsOf(second.info).snapshot()
  await cut(second.info.pids.anvil)
  await expectTrueParent(second)
  await controlsOf(second.info).snapshot()
  await cut(second.info.pids.testnet, second.info.pids.anvil)
  await expectTrueParent(await start())
})

/** A snapshot of the newest block while its node goes on beside it: blocks are mined until one is saved. */
function snapshotBeside(testnet: SpawnedTestnet): Promise<void> {
  let patienceMs = 500
  return until(async () => {
    await controlsOf(testnet.info).mine()
    // A snapshot takes as long as the machine lets it.
    patienceMs *= 2
    return isSaved(testnet, patienceMs)
  })
}

async function isSaved(testnet: SpawnedTestnet, patienceMs: number): Promise<boolean> {
  const { hash } = await faceOf(testnet)
  return until(() => publishedHash() === hash, patienceMs).then(
    () => true,
    () => false,
  )
}

test('a replay from a snapshot tells contracts what the node beside it told them', async () => {
  // So that entries are followed by a snapshot, and the node goes on.
  const testnet = await start({ snapshotAfter: { transactions: 10_000, replayMs: 0, idleReplayMs: 0 } })
  const living = testnet.info.pids.anvil
  await snapshotBeside(testnet)
  await expectTrueParent(testnet)
  const height = (await moneyOn(testnet.info).reader.getBlock()).number
  const blockOf = ({ info }: SpawnedTestnet) => moneyOn(info).reader.getBlock({ blockNumber: height })
  const { hash } = await blockOf(testnet)
  // The next snapshot is a replay from that one: a node that stands elsewhere would be thrown away.
  await snapshotBeside(testnet)
  expect(testnet.info.pids.anvil).toBe(living)
  await cut(testnet.info.pids.testnet, living)
  expect((await blockOf(await start())).hash).toBe(hash)
})

test('a confidential transfer is proven at once after a snapshot, a restart, and kills', async () => {
  async function expectProven(testnet: SpawnedTestnet, raw: Hex): Promise<void> {
    const money = moneyOn(testnet.info)
    const hash = await money.reader.sendRawTransaction({ serializedTransaction: raw })
    const { operations, header } = await minedIn(money, await money.reader.getTransactionReceipt({ hash }))
    const computations = computationsOf(operations, header)
    expect(computations.map(({ operation }) => operation.name)).toContain('FheIfThenElse')
    expect(computations.filter((computation) => !isProven(computation))).toEqual([])
  }

  const first = await start()
  const [a = '0x', b = '0x', c = '0x', d = '0x', e = '0x'] = await signedTransfers(first, 5)
  await expectProven(first, a)
  await controlsOf(first.info).snapshot()
  await expectProven(first, b)
  await first.stop()

  const second = await start()
  await expectProven(second, c)
  await controlsOf(second.info).snapshot()
  await cut(second.info.pids.anvil)
  await expectProven(second, d)
  await controlsOf(second.info).snapshot()
  await cut(second.info.pids.testnet, second.info.pids.anvil)
  await expectProven(await start(), e)
})
