import { readFileSync } from 'node:fs'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { paths } from './files.ts'
import type { SpawnedTestnet } from './process/spawn.ts'
import { type Money, moneyOn, rpc, spawnTestNet, temporaryFolder } from './test-kit.ts'

/** Somebody on this machine, or a web page, has found anvil's own port. */
let temporary: ReturnType<typeof temporaryFolder>
let testnet: SpawnedTestnet
let money: Money
let direct: (method: string, params?: unknown[]) => Promise<unknown>
let place: { host: string; port: number }

beforeEach(async () => {
  temporary = temporaryFolder()
  testnet = await spawnTestNet(temporary.folder)
  money = moneyOn(testnet.info)
  await find()
})
afterEach(async () => {
  await testnet.stop()
  temporary.remove()
})

async function find() {
  const note = JSON.parse(readFileSync(paths(temporary.folder).anvilPid, 'utf8')) as { running: (typeof place)[] }
  place = note.running.at(-1) ?? { host: '', port: 0 }
  direct = async (method, params = []) =>
    (await rpc(`http://${place.host}:${place.port}`, method, params, { origin: 'https://evil.example' })).body.result
}

/** Mines there, unless a read of the test-net's own has had the node thrown away by now, like every read. */
const mineThere = () => direct('evm_mine').catch(() => undefined)

test.runIf(process.platform === 'linux')('nobody finds it at an address that pages try', async () => {
  expect(place.host).toMatch(/^127\.\d+\.\d+\.\d+$/)
  expect(place.host).not.toBe('127.0.0.1')
  await expect(fetch(`http://127.0.0.1:${place.port}`, { method: 'POST' })).rejects.toThrow()
})

test('a wallet that was impersonated there loses nothing: the node is thrown away for the journal', async () => {
  const victim = await money.wallet(50n, 0n)
  const thief = privateKeyToAccount(generatePrivateKey()).address
  const word = (value: string) => value.replace('0x', '').padStart(64, '0')
  await direct('anvil_impersonateAccount', [victim.address])
  const data = `0xa9059cbb${word(thief)}${word('0x32')}`
  await direct('eth_sendTransaction', [{ from: victim.address, to: testnet.info.stable, data, gas: '0x30000' }])
  await money.fund(thief, 1n)
  expect(await money.stableOf(victim.address)).toBe(50n)
  expect(await money.stableOf(thief)).toBe(1n)

  await find()
  await direct('anvil_impersonateAccount', [victim.address])
  await direct('eth_sendTransaction', [{ from: victim.address, to: testnet.info.stable, data, gas: '0x30000' }])
  await mineThere()
  await money.fund(thief, 1n)
  expect(await money.stableOf(victim.address)).toBe(50n)
  expect(await money.stableOf(thief)).toBe(2n)
})

test.each([
  ['a transaction in its pool', async () => {}],
  ['a block of its own', mineThere],
])('what is read shows %s to nobody, and has it thrown away', async (_, then) => {
  const victim = await money.wallet(50n, 0n)
  await direct('anvil_impersonateAccount', [victim.address])
  await direct('eth_sendTransaction', [{ from: victim.address, to: victim.address, value: '0x1', gas: '0x5208' }])
  await then()
  const counts = await Promise.all(
    (['pending', 'latest'] as const).map((blockTag) =>
      money.reader.getTransactionCount({ address: victim.address, blockTag }),
    ),
  )
  expect(counts).toEqual([0, 0])
  await find()
  expect(await direct('eth_getTransactionCount', [victim.address, 'pending'])).toBe('0x0')
})

test('nothing is lost by a snapshot that is made before anybody noticed', async () => {
  const victim = await money.wallet(50n, 0n)
  const thief = privateKeyToAccount(generatePrivateKey()).address
  const word = (value: string) => value.replace('0x', '').padStart(64, '0')
  await direct('anvil_impersonateAccount', [victim.address])
  const data = `0xa9059cbb${word(thief)}${word('0x32')}`
  await direct('eth_sendTransaction', [{ from: victim.address, to: testnet.info.stable, data, gas: '0x30000' }])
  await mineThere()
  const count = await direct('eth_getTransactionCount', [victim.address, 'latest']).catch(() => 'the node is gone')
  expect(['0x1', 'the node is gone']).toContain(count)
  await testnet.stop()
  testnet = await spawnTestNet(temporary.folder)
  money = moneyOn(testnet.info)
  expect(await money.stableOf(victim.address)).toBe(50n)
  expect(await money.stableOf(thief)).toBe(0n)
  await money.fund(thief, 1n)
  expect(await money.stableOf(thief)).toBe(1n)
})

test('and a balance that somebody overwrites there is in no snapshot', async () => {
  const thief = privateKeyToAccount(generatePrivateKey()).address
  const ether = () =>
    rpc(testnet.info.rpcUrl, 'eth_getBalance', [thief, 'latest']).then(({ body }) => BigInt(String(body.result)))
  await direct('anvil_setBalance', [thief, '0x64'])
  expect(await ether()).toBe(100n)
  await testnet.stop()
  testnet = await spawnTestNet(temporary.folder)
  expect(await ether()).toBe(0n)
})
