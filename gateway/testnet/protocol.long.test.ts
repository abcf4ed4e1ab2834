import { type Address, type Hex, parseAbi, toFunctionSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import { computationsOf } from '../fhe/computations.ts'
import { controlsOf } from './controls.ts'
import { beginAnew, cut, faceOf, sendAll, signedTransfers, start } from './crash-fixture.ts'
import { minedIn } from './executor-fixture.ts'
import type { SpawnedTestnet } from './process/spawn.ts'
import { host } from './sepolia.ts'
import { type Hash, moneyOn, operator, rpc } from './test-kit.ts'

beginAnew()

const abi = parseAbi(['function getVersion() view returns (string)'])

async function versionsOf({ info }: SpawnedTestnet): Promise<string[]> {
  const { reader } = moneyOn(info)
  const versionOf = (address: Address) => reader.readContract({ address, abi, functionName: 'getVersion' })
  return [await versionOf(host.executor), await versionOf(host.hcuLimit)]
}

const VERSIONS = {
  '0.10': ['FHEVMExecutor v0.1.0', 'HCULimit v0.1.0'],
  '0.13': ['FHEVMExecutor v0.4.0', 'HCULimit v0.3.0'],
  '0.15': ['FHEVMExecutor v0.6.0', 'HCULimit v0.3.0'],
} as const

/** The formulas that prove what a transaction computed, but for numbers, which have the same in the later two. */
async function formulasOf({ info }: SpawnedTestnet, hash: Hash): Promise<unknown[]> {
  const money = moneyOn(info)
  const { operations, header } = await minedIn(money, await money.reader.getTransactionReceipt({ hash }))
  const computations = computationsOf(operations, header)
  return [
    ...new Set(
      computations.filter(({ operation }) => operation.name !== 'TrivialEncrypt').map(({ formula }) => formula),
    ),
  ]
}

describe('a data folder', () => {
  test('of an older version keeps its own, and is upgraded where a newer one is asked for', async () => {
    const first = await start({ protocol: '0.10' })
    expect(await versionsOf(first)).toEqual(VERSIONS['0.10'])
    const raws = await signedTransfers(first, 3)
    const hashes: Hash[] = []
    await sendAll(first, raws.slice(0, 1), hashes)
    await first.stop()
    const second = await start()
    expect(await versionsOf(second)).toEqual(VERSIONS['0.10'])
    await second.stop()

    const third = await start({ protocol: '0.13' })
    expect(await versionsOf(third)).toEqual(VERSIONS['0.13'])
    await sendAll(third, raws.slice(1, 2), hashes)
    const face = await faceOf(third)
    await cut(third.info.pids.testnet, third.info.pids.anvil)
    const fourth = await start({ protocol: '0.13' })
    expect([await faceOf(fourth), await versionsOf(fourth)]).toEqual([face, VERSIONS['0.13']])
    await sendAll(fourth, raws.slice(2), hashes)
    expect(await Promise.all(hashes.map((hash) => formulasOf(fourth, hash)))).toEqual([
      ['plain'],
      ['of a block'],
      ['of a block'],
    ])
  })

  test('does not go back', async () => {
    const testnet = await start({ protocol: '0.15' })
    expect(await versionsOf(testnet)).toEqual(VERSIONS['0.15'])
    await expect(controlsOf(testnet.info).upgrade('0.13')).rejects.toThrow('no chain goes back: leave out 0.13')
    await testnet.stop()
    await expect(start({ protocol: '0.13' })).rejects.toThrow('The chain of this test-net runs protocol 0.15')
  })
})

describe('an upgrade while it runs', () => {
  test('under transfers: each is proven where it is mined, and a replay repeats it', async () => {
    const testnet = await start({ protocol: '0.10' })
    const controls = controlsOf(testnet.info)
    const raws = await signedTransfers(testnet, 30)
    const hashes: Hash[] = []
    const sending = sendAll(testnet, raws, hashes)
    await controls.upgrade('0.13')
    await controls.upgrade('0.15')
    await sending
    expect(hashes).toHaveLength(30)
    const formulas = (await Promise.all(hashes.map((hash) => formulasOf(testnet, hash)))).flat()
    expect(formulas).toHaveLength(30)
    expect(formulas).toEqual([...formulas].sort((a, b) => order.indexOf(String(a)) - order.indexOf(String(b))))
    expect(formulas.at(-1)).toBe('of a block and of origins')
    const face = await faceOf(testnet)
    await cut(testnet.info.pids.testnet, testnet.info.pids.anvil)
    const again = await start()
    expect([await faceOf(again), await versionsOf(again)]).toEqual([face, VERSIONS['0.15']])
  })
  const order = ['plain', 'of a block', 'of a block and of origins']

  test('of a chain whose blocks are held back mines what waits', async () => {
    const testnet = await start({ protocol: '0.10' })
    const controls = controlsOf(testnet.info)
    await expect(controls.limitBlocks(1)).rejects.toThrow('has no limit of a block')
    const raws = await signedTransfers(testnet, 1)
    await controls.setAutomine(false)
    const hashes: Hash[] = []
    await sendAll(testnet, raws, hashes)
    await controls.upgrade('0.13')
    expect(await versionsOf(testnet)).toEqual(VERSIONS['0.13'])
    expect(await formulasOf(testnet, hashes[0] ?? '0x')).toEqual(['plain'])
  })

  test('to a version that does not exist: nothing proves its handles, and all else goes on', async () => {
    const testnet = await start()
    expect(await versionsOf(testnet)).toEqual(VERSIONS['0.13'])
    await controlsOf(testnet.info).upgrade('unknown')
    expect((await versionsOf(testnet))[0]).toBe('FHEVMExecutor v0.7.0')
    const hashes: Hash[] = []
    await sendAll(testnet, await signedTransfers(testnet, 1), hashes)
    expect(await formulasOf(testnet, hashes[0] ?? '0x')).toEqual([undefined])
    await expect(controlsOf(testnet.info).upgrade('0.15')).rejects.toThrow('runs protocol unknown')
  })
})

test('the computations of a block may cost so much together, and the next block takes the rest', async () => {
  const testnet = await start()
  const controls = controlsOf(testnet.info)
  const money = moneyOn(testnet.info)
  const [alice, bob] = [await money.wallet(0n, 5n), await money.wallet(0n, 5n)]
  const transferBy = async ({ address }: { address: Hex }) =>
    money.transferData(operator.address, await money.input(address, 1n))
  const sign = async (from: typeof alice) => money.sign(from, testnet.info.cstable, await transferBy(from))
  const statusOf = async (hash: Hash | undefined) =>
    (await money.reader.getTransactionReceipt({ hash: hash ?? '0x' })).status

  // One transfer costs some 0.4 to 0.6 million.
  await controls.limitBlocks(700_000)
  await controls.setAutomine(false)
  const hashes: Hash[] = []
  await sendAll(testnet, [await sign(alice), await sign(bob)], hashes)
  await controls.setAutomine(true)
  expect(await Promise.all(hashes.map(statusOf))).toEqual(['success', 'reverted'])
  await sendAll(testnet, [await sign(bob)], hashes)
  expect(await statusOf(hashes[2])).toBe('success')

  const call = { from: alice.address, to: testnet.info.cstable, data: await transferBy(alice) }
  const refusal = async () => (await rpc(testnet.info.rpcUrl, 'eth_call', [call])).body.error
  await controls.limitBlocks(1)
  expect(await refusal()).toMatchObject({ data: toFunctionSelector('HCUBlockLimitExceeded()') })
  await controls.limitBlocks()
  expect(await refusal()).toBe(undefined)
})
