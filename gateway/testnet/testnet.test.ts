import { createInstance, SepoliaConfig as RelayerSepoliaConfig } from '@zama-fhe/relayer-sdk/node'
import { RelayerNode as Client, type RelayerNode, SepoliaConfig } from '@zama-fhe/sdk/node'
import { encodeFunctionData, type Hex, parseAbi, toHex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closedConnectionsRead } from '../chain/live/zama/closed-connections.ts'
import { cstableAbi, stableAbi } from '../contracts/abis.ts'
import { isLong } from '../testing/how-often.ts'
import { controlsOf } from './controls.ts'
import type { SpawnedTestnet } from './process/spawn.ts'
import { host, wellKnown } from './sepolia.ts'
import { eventsOf, type Money, moneyOn, operator, rpc, signPermit, spawnTestNet, temporaryFolder } from './test-kit.ts'

const { folder, remove } = temporaryFolder()
let testnet: SpawnedTestnet
let money: Money
/** Zama's client as it comes, against both versions of the relayer's protocol. */
let polling: RelayerNode
let direct: RelayerNode

beforeAll(async () => {
  testnet = await spawnTestNet(folder)
  money = moneyOn(testnet.info)
  polling = clientOf({ relayerUrl: testnet.info.relayerUrl })
  direct = clientOf({ relayerUrl: testnet.info.relayerSyncUrl, relayerRouteVersion: 1 })
})
afterAll(async () => {
  polling?.terminate()
  direct?.terminate()
  await testnet?.stop()
  remove()
})

function clientOf(relayer: { relayerUrl: string; relayerRouteVersion?: 1 }): RelayerNode {
  const config = { ...SepoliaConfig, ...relayer, network: testnet.info.rpcUrl }
  return new Client({ getChainId: async () => 11155111, poolSize: 1, transports: { 11155111: config } })
}

async function decrypt(client: RelayerNode, account: PrivateKeyAccount, handle: Hex, start = now() - 5, days = 1) {
  const contract = testnet.info.cstable
  const keys = await client.generateKeypair()
  const permit = await client.createEIP712(keys.publicKey, [contract], start, days)
  const values = await client.userDecrypt({
    handles: [handle],
    contractAddress: contract,
    signedContractAddresses: [contract],
    privateKey: keys.privateKey,
    publicKey: keys.publicKey,
    signature: await signPermit(account, permit),
    signerAddress: account.address,
    startTimestamp: start,
    durationDays: days,
  })
  return values[handle]
}

function now(): number {
  return Math.floor(Date.now() / 1000)
}

describe('an estimate', () => {
  const ask = (method: string, ...params: unknown[]) => rpc(testnet.info.rpcUrl, method, params)

  async function hiddenTransfer() {
    const [from, to] = [privateKeyToAccount(generatePrivateKey()), privateKeyToAccount(generatePrivateKey())]
    await money.fund(from.address, 10n)
    await money.wrap(from, 10n)
    const data = money.transferData(to.address, await money.input(from.address, 3n))
    return { from, call: { from: from.address, to: testnet.info.cstable, data } }
  }

  test('of a confidential transfer is what it takes and a little more, alone and among others', async () => {
    const { from, call } = await hiddenTransfer()
    const alone = Number((await ask('eth_estimateGas', call)).body.result)
    const batch = ['eth_chainId', 'eth_estimateGas', 'eth_getBalance'].map((method, id) => ({
      jsonrpc: '2.0',
      id,
      method,
      // Which block counts: the meter of one that computed already costs a little more.
      params: [[], [call, 'pending'], [from.address, 'latest']][id],
    }))
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(batch) }
    const answers = (await (await fetch(testnet.info.rpcUrl, init)).json()) as { id: number; result: Hex }[]
    const [chainId, among, wei] = answers.toSorted((a, b) => a.id - b.id).map(({ result }) => BigInt(result))
    expect([chainId, Number(among), wei]).toEqual([11155111n, alone, await money.reader.getBalance(from)])
    expect((await ask('eth_call', { ...call, gas: toHex(alone) }, 'latest')).body.error).toBeUndefined()
    const { gasUsed } = await money.send(from, call.to, call.data, 0n)
    expect(alone).toBeGreaterThan(Number(gasUsed))
    expect(alone).toBeLessThan(Number(gasUsed) * 1.03)
  })

  test('is for the next block: what waits comes first, and a block that is named counts as it is', async () => {
    const [from, to] = [privateKeyToAccount(generatePrivateKey()), privateKeyToAccount(generatePrivateKey()).address]
    await money.fund(from.address, 10n)
    const data = encodeFunctionData({ abi: stableAbi, functionName: 'transfer', args: [to, 1n] })
    const call = { from: from.address, to: testnet.info.stable, data }
    const gas = async (...at: string[]) => Number((await ask('eth_estimateGas', call, ...at)).body.result)
    const first = await gas()
    const controls = controlsOf(testnet.info)
    await controls.setAutomine(false)
    const raw = await money.sign(from, testnet.info.stable, data)
    await ask('eth_sendRawTransaction', raw)
    const [second, latest] = [await gas(), await gas('latest')]
    await controls.setAutomine(true)
    // The receiver's first transfer pays for its place.
    expect(first - second).toBeGreaterThan(15_000)
    expect(latest).toBe(first)
  })

  test('of a call that would revert, or that its sender cannot pay, is the refusal of the node', async () => {
    const { call } = await hiddenTransfer()
    const stranger = privateKeyToAccount(generatePrivateKey()).address
    const refused = (await ask('eth_estimateGas', { ...call, from: stranger })).body.error
    expect(refused).toEqual((await ask('eth_call', { ...call, from: stranger }, 'latest')).body.error)
    expect(refused).toMatchObject({ code: 3, data: expect.stringMatching(/^0x[0-9a-f]{8}/) })
    const dear = { ...call, maxFeePerGas: toHex(10n ** 18n) }
    expect((await ask('eth_estimateGas', dear)).body.error?.message).toMatch(/insufficient|allowance|funds/i)
  })

  test('of a plain transfer is exact, and of nonsense the refusal of the node', async () => {
    const to = privateKeyToAccount(generatePrivateKey()).address
    expect((await ask('eth_estimateGas', { from: operator.address, to, value: '0x1' })).body.result).toBe('0x5208')
    for (const params of [[], [5], [{ data: '0xzz' }], [{ to, data: '0x12' }, 'no block'], [{}, {}, {}, {}, {}]]) {
      expect((await ask('eth_estimateGas', ...params)).body.error?.code, JSON.stringify(params)).toBe(-32602)
    }
  })
})

describe('genesis', () => {
  test.each([
    ['ACL', host.acl, 'ACL v0.2.0'],
    ['FHEVMExecutor', host.executor, 'FHEVMExecutor v0.4.0'],
    ['InputVerifier', host.inputVerifier, 'InputVerifier v0.2.0'],
    ['KMSVerifier', host.kmsVerifier, 'KMSVerifier v0.1.0'],
    ['HCULimit', host.hcuLimit, 'HCULimit v0.3.0'],
  ])('%s is at its Sepolia address', async (_, address, version) => {
    const abi = parseAbi(['function getVersion() view returns (string)'])
    expect(await money.reader.readContract({ address, abi, functionName: 'getVersion' })).toBe(version)
  })

  test.each(Object.entries(wellKnown))('%s is where it is on every chain', async (_, address) => {
    expect(await money.reader.getCode({ address })).toMatch(/^0x.{100}/)
  })

  test('the operator has a million ETH less gas, and no account is unlocked', async () => {
    const balance = await money.reader.getBalance({ address: operator.address })
    expect(balance).toBeGreaterThan(999_990n * 10n ** 18n)
    expect(await money.reader.getChainId()).toBe(11155111)
  })
})

test('the faucet gives STABLE and gas in one transaction, to its operators only', async () => {
  const alice = await money.wallet(5_000_000n, 0n)
  expect(await money.stableOf(alice.address)).toBe(5_000_000n)
  expect(await money.reader.getBalance({ address: alice.address })).toBe(10n ** 18n)
  await expect(money.send(alice, testnet.info.faucet, money.fundData(alice.address, 1n))).rejects.toThrow('reverted')
})

test('money goes round: wrap, transfer, unwrap, public decryption, finalize', async () => {
  const alice = await money.wallet(50_000_000n, 60_000_000n)
  const bob = await money.wallet(0n, 0n)
  await money.transfer(alice, bob.address, 25_000_000n)
  expect(await decrypt(direct, bob, await money.handleOf(bob.address))).toBe(25_000_000n)
  expect(await decrypt(polling, alice, await money.handleOf(alice.address))).toBe(35_000_000n)

  const input = await money.input(bob.address, 10_000_000n)
  const args = [bob.address, bob.address, input.handle, input.inputProof] as const
  const data = encodeFunctionData({ abi: cstableAbi, functionName: 'unwrap', args })
  const receipt = await money.send(bob, testnet.info.cstable, data)
  const opened = eventsOf(cstableAbi, receipt).find(({ eventName }) => eventName === 'UnwrapRequested')
  const request = opened?.args.unwrapRequestId as Hex

  for (const client of [direct, polling]) {
    const published = await client.publicDecrypt([request])
    expect(published.clearValues[request]).toBe(10_000_000n)
    if (client === direct) continue
    const finalize = (amount: bigint) =>
      encodeFunctionData({
        abi: cstableAbi,
        functionName: 'finalizeUnwrap',
        args: [request, amount, published.decryptionProof],
      })
    await expect(money.send(operator, testnet.info.cstable, finalize(99_000_000n))).rejects.toThrow('reverted')
    await money.send(operator, testnet.info.cstable, finalize(10_000_000n))
  }
  expect(await money.stableOf(bob.address)).toBe(10_000_000n)
  expect(await decrypt(direct, bob, await money.handleOf(bob.address))).toBe(15_000_000n)
})

test('a transfer without cover moves an encrypted zero', async () => {
  const alice = await money.wallet(0n, 1_000_000n)
  const bob = await money.wallet(0n, 0n)
  const receipt = await money.transfer(alice, bob.address, 5_000_000n)
  const moved = eventsOf(cstableAbi, receipt).find(({ eventName }) => eventName === 'ConfidentialTransfer')
  expect(await decrypt(direct, alice, moved?.args.amount as Hex)).toBe(0n)
})

/** As a rule `e2e/stories/sepolia.test.ts` makes such proofs, by the gateway's client. */
const beforeRelease = isLong ? test : () => {}

beforeRelease('a genuine TFHE proof is verified, and stands on chain', async () => {
  const alice = await money.wallet(0n, 9_000_000n)
  const bob = await money.wallet(0n, 0n)
  const contractAddress = testnet.info.cstable
  // Without a thread and its 30 seconds: beside other work on two cores a proof can take longer.
  const client = await createInstance({
    ...RelayerSepoliaConfig,
    relayerUrl: testnet.info.relayerUrl,
    network: testnet.info.rpcUrl,
  })
  const proof = client.createEncryptedInput(contractAddress, alice.address).add64(4_000_000n).generateZKProof()
  await closedConnectionsRead()
  const { handles, inputProof } = await client.requestZKProofVerification(proof)
  const [handle] = handles
  const input = { handle: hex(handle), inputProof: hex(inputProof) }
  await money.send(alice, contractAddress, money.transferData(bob.address, input))
  expect(await decrypt(direct, bob, await money.handleOf(bob.address))).toBe(4_000_000n)
})

function hex(value: Uint8Array | string | undefined): Hex {
  if (typeof value === 'string') return value as Hex
  return `0x${Buffer.from(value ?? []).toString('hex')}`
}
