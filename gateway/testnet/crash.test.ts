import { fork, spawnSync } from 'node:child_process'
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { asset } from '../assets.ts'
import {
  alive,
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
import { paths } from './files.ts'
import { NEW_FOLDER } from './setup/protocol.ts'
import { type Hash, moneyOn, operator, rpc } from './test-kit.ts'

beginAnew()

describe('anvil is killed', () => {
  test('with transactions in flight: all come through, in the blocks that were seen', async () => {
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

  test('again and again, while clients read', async () => {
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

test('where anvil cannot be started again the test-net ends, and says why', async () => {
  const testnet = await start()
  const { snapshot, state } = paths(temporary.folder)
  const { generation } = JSON.parse(readFileSync(snapshot, 'utf8')) as { generation: number }
  rmSync(state(generation))
  await cut(testnet.info.pids.anvil)
  expect(await testnet.exited).toMatch(/^the test-net failed: ENOENT/)
})

describe('everything is killed', () => {
  test('with transactions in flight: the next start has all that was acknowledged', async () => {
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

  test('block hashes and handles are those of before, from the first block on', async () => {
    const testnet = await start({ protocol: NEW_FOLDER })
    const raws = await signedTransfers(testnet, 5)
    await Promise.all(raws.map((raw) => rpc(testnet.info.rpcUrl, 'eth_sendRawTransaction', [raw])))
    const face = await faceOf(testnet)
    await cut(testnet.info.pids.testnet, testnet.info.pids.anvil)
    expect(await faceOf(await start())).toEqual(face)
  })

  test('a torn last line of the journal was never acknowledged', async () => {
    const testnet = await start()
    const face = await faceOf(testnet)
    await cut(testnet.info.pids.testnet, testnet.info.pids.anvil)
    const [file = ''] = readdirSync(temporary.folder).filter((name) => name.startsWith('journal-'))
    const journal = join(temporary.folder, file)
    appendFileSync(journal, '0badc0de {"is":"send","raws":["0x')
    const second = await start()
    expect(await faceOf(second)).toEqual(face)
    for (let entry = 0; entry < 2; entry++) await moneyOn(second.info).wallet(1n, 0n)
    await cut(second.info.pids.testnet, second.info.pids.anvil)
    const lines = readFileSync(journal, 'utf8').split('\n')
    lines[0] = `00000000${lines[0]?.slice(8)}`
    writeFileSync(journal, lines.join('\n'))
    await expect(start()).rejects.toThrow('is damaged at byte')
  })
})

test('a process that got the process ID of our anvil is left alone', async () => {
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

test('two test-nets do not share a folder; the second waits for the first', async () => {
  const first = await start()
  const second = start()
  await sleep(300)
  await first.stop()
  expect((await second).info.genesisHash).toBe(first.info.genesisHash)
})

test('the test-net ends with its parent', async () => {
  const parent = `
    const { spawnTestnet } = await import(${JSON.stringify(asset('testnet/process/spawn.ts'))})
    const options = { dataDir: ${JSON.stringify(temporary.folder)}, operator: '${operator.address}' }
    const { info } = await spawnTestnet(options)
    process.kill(process.pid, (console.log(JSON.stringify(info.pids)), 'SIGKILL'))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', parent], { encoding: 'utf8' })
  const pids = JSON.parse(stdout) as { testnet: number; anvil: number }
  await until(() => !alive(pids.testnet) && !alive(pids.anvil))
})

test('anvil ends with a test-net that is killed alone', async () => {
  const { info } = await start()
  process.kill(info.pids.testnet, 'SIGKILL')
  await until(() => !alive(info.pids.testnet) && !alive(info.pids.anvil))
})
