import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openArchive } from './archive/store.ts'
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
import { type Hash, rpc } from './test-kit.ts'

beginAnew()

test('rollbacks that come together stop where a replay begins', async () => {
  // 900 blocks take longer than that, on a quick machine too, and four do not.
  const testnet = await start({ snapshotAfter: { transactions: 10_000, replayMs: 200, idleReplayMs: 200 } })
  const controls = controlsOf(testnet.info)
  const height = await controls.mine(900)
  // The living node goes on beside a snapshot that is taken where it rests, and could be rolled back beyond that.
  const refusal = () => controls.rollback(1_000).catch(String)
  await until(async () => String(await refusal()).includes(`beyond block ${height}:`))
  await controls.mine(4)
  const outcomes = await Promise.allSettled([3, 3].map((blocks) => controls.rollback(blocks)))
  const face = await faceOf(testnet)
  await cut(testnet.info.pids.anvil)
  expect(await faceOf(testnet)).toEqual(face)
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('snapshots under load: anvil is renewed, nothing is lost, the journal stays short', async () => {
  const testnet = await start({ snapshotAfter: { transactions: 15, replayMs: 60_000, idleReplayMs: 400 } })
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

  test('and all is killed before the snapshot without them is published', async () => {
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

  test('of a folder that has none', async () => {
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
