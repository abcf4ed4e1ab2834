import * as tkms from 'node-tkms'
import { bytesToHex, type Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gatewayChain } from '../fhe/host.ts'
import { controlsOf } from './controls.ts'
import { fastInput } from './fast-input.ts'
import type { SpawnedTestnet } from './process/spawn.ts'
import { proveTestnet } from './prove.ts'
import { type Money, moneyOn, signPermit, spawnTestNet, temporaryFolder } from './test-kit.ts'

const { folder, remove } = temporaryFolder()
let testnet: SpawnedTestnet
let money: Money
let alice: PrivateKeyAccount
let bob: PrivateKeyAccount
/** Alice's balance. */
let handle: Hex

beforeAll(async () => {
  testnet = await spawnTestNet(folder)
  money = moneyOn(testnet.info)
  alice = await money.wallet(0n, 7_000_000n)
  bob = await money.wallet(0n, 1_000_000n)
  handle = await money.handleOf(alice.address)
})
afterAll(async () => {
  await testnet?.stop()
  remove()
})

const now = () => Math.floor(Date.now() / 1000)
const keys = tkms.ml_kem_pke_keygen()
const publicKey = bytesToHex(tkms.ml_kem_pke_pk_to_u8vec(tkms.ml_kem_pke_get_pk(keys)))

type Request = Awaited<ReturnType<typeof requestOf>>

/** What Zama's client posts, before its own checks could stop a bad one. */
async function requestOf(signer: PrivateKeyAccount, start = now() - 5, days = 1) {
  const contracts = [testnet.info.cstable]
  const domain = { name: 'Decryption', version: '1', chainId: 11155111, verifyingContract: gatewayChain.decryption }
  const fields = [
    ['publicKey', 'bytes'],
    ['contractAddresses', 'address[]'],
    ['startTimestamp', 'uint256'],
    ['durationDays', 'uint256'],
    ['extraData', 'bytes'],
  ]
  const types = { UserDecryptRequestVerification: fields.map(([name, type]) => ({ name, type })) }
  const message = {
    publicKey,
    contractAddresses: contracts,
    startTimestamp: start,
    durationDays: days,
    extraData: '0x00',
  }
  const signature = await signPermit(signer, { domain, types, message })
  return {
    handleContractPairs: [{ handle, contractAddress: testnet.info.cstable as Hex }],
    requestValidity: { startTimestamp: String(start), durationDays: String(days) },
    contractsChainId: '11155111',
    contractAddresses: contracts as Hex[],
    userAddress: signer.address as Hex,
    signature: signature.slice(2),
    publicKey: publicKey.slice(2),
    extraData: '0x00',
  }
}

async function post(operation: string, body: unknown): Promise<{ status: number; label: string | undefined }> {
  const headers = { 'content-type': 'application/json' }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const posted = await fetch(`${testnet.info.relayerUrl}/${operation}`, { method: 'POST', headers, body: text })
  const answer = (await posted.json()) as { result?: { jobId: string }; error?: { label: string } }
  if (posted.status !== 202) return { status: posted.status, label: answer.error?.label }
  const polled = await fetch(`${testnet.info.relayerUrl}/${operation}/${answer.result?.jobId}`)
  const outcome = (await polled.json()) as { error?: { label: string } }
  return { status: polled.status, label: outcome.error?.label }
}

test('the request as it should be is answered', async () => {
  expect(await post('user-decrypt', await requestOf(alice))).toEqual({ status: 200, label: undefined })
})

describe('a user decryption is refused', () => {
  test.each([
    ['of a stranger', 'not_allowed_on_host_acl', async () => requestOf(bob)],
    ['in another name', 'validation_failed', async () => ({ ...(await requestOf(bob)), userAddress: alice.address })],
    [
      'with a tampered signature',
      'validation_failed',
      async () => ({ ...(await requestOf(alice)), signature: '00'.repeat(65) }),
    ],
    ['with an expired permit', 'validation_failed', async () => requestOf(alice, now() - 2 * 86_400)],
    ['with a permit of the future', 'validation_failed', async () => requestOf(alice, now() + 600)],
    ['with a permit for too long', 'validation_failed', async () => requestOf(alice, now() - 5, 366)],
    ['with a longer validity than signed', 'validation_failed', async () => longer(await requestOf(alice))],
    ['for a contract that was not signed', 'validation_failed', async () => otherContract(await requestOf(alice))],
    ['for another chain', 'validation_failed', async () => ({ ...(await requestOf(alice)), contractsChainId: '1' })],
    ['with a handle of another chain', 'validation_failed', async () => otherHandle(await requestOf(alice), 46)],
    ['with a handle that nobody made', 'not_allowed_on_host_acl', async () => otherHandle(await requestOf(alice), 10)],
    ['without its fields', 'missing_fields', async () => ({})],
    ['that is not JSON', 'malformed_json', async () => '{'],
  ])('%s: %s', async (_, label, request) => {
    expect(await post('user-decrypt', await request())).toEqual({ status: 400, label })
  })
})

function longer(request: Request): Request {
  return { ...request, requestValidity: { ...request.requestValidity, durationDays: '2' } }
}

function otherContract(request: Request): Request {
  return { ...request, handleContractPairs: [{ handle, contractAddress: testnet.info.stable }] }
}

function otherHandle(request: Request, position: number): Request {
  const digit = handle[position] === '1' ? '2' : '1'
  const changed = `${handle.slice(0, position)}${digit}${handle.slice(position + 1)}` as Hex
  return { ...request, handleContractPairs: [{ handle: changed, contractAddress: testnet.info.cstable }] }
}

test.each([
  ['a balance is not public', () => ({ ciphertextHandles: [handle], extraData: '0x00' }), 'not_allowed_on_host_acl'],
  [
    'more bits than one answer carries',
    () => ({ ciphertextHandles: Array(33).fill(handle), extraData: '0x00' }),
    'validation_failed',
  ],
])('public decryption: %s', async (_, body, label) => {
  expect(await post('public-decrypt', body())).toEqual({ status: 400, label })
})

test('a proof that does not hold is not accepted', async () => {
  const body = {
    contractChainId: '0xaa36a7',
    contractAddress: testnet.info.cstable,
    userAddress: alice.address,
    ciphertextWithInputVerification: '00'.repeat(100),
    extraData: '0x00',
  }
  const headers = { 'content-type': 'application/json' }
  const url = `${testnet.info.relayerUrl}/input-proof`
  const posted = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const { result } = (await posted.json()) as { result: { jobId: string } }
  const polled = await fetch(`${url}/${result.jobId}`)
  expect(await polled.json()).toMatchObject({ status: 'succeeded', result: { accepted: false } })
})

test('an input of one user is worthless to another', async () => {
  const input = await money.input(alice.address, 1n)
  const stolen = money.send(bob, testnet.info.cstable, money.transferData(bob.address, input))
  await expect(stolen).rejects.toThrow('reverted')
})

test('unknown jobs, operations and paths are not found', async () => {
  for (const path of ['user-decrypt/x', 'nothing', '../sotto', 'user-decrypt/x/y']) {
    const response = await fetch(`${testnet.info.relayerUrl}/${path}`)
    expect([path, response.status]).toEqual([path, 404])
  }
})

describe('the secret of the installation', () => {
  const wrong = () => ({ ...testnet.info, secret: `${testnet.info.secret.slice(0, -1)}!` })

  test('is needed for fast inputs', async () => {
    const input = { contract: testnet.info.cstable, user: alice.address, value: 1n }
    await expect(fastInput(wrong(), input)).rejects.toThrow('401')
    await expect(fastInput({ ...testnet.info, secret: '' }, input)).rejects.toThrow('401')
    await expect(fastInput(testnet.info, { ...input, value: 2n ** 64n })).rejects.toThrow('400')
  })

  test('is needed for controls', async () => {
    const controls = controlsOf(wrong())
    const calls = [controls.mine(), controls.rollback(1), controls.setAutomine(false), controls.snapshot()]
    await Promise.all(calls.map((call) => expect(call).rejects.toThrow('secret')))
    await expect(controls.setBalance(alice.address, 1n)).rejects.toThrow('secret')
  })

  test('goes nowhere but to this machine', async () => {
    const elsewhere = { relayerUrl: 'https://relayer.testnet.zama.org/v2', secret: testnet.info.secret }
    const input = { contract: testnet.info.cstable, user: alice.address, value: 1n }
    await expect(fastInput(elsewhere, input)).rejects.toThrow('not this machine')
    expect(() => controlsOf({ rpcUrl: 'http://10.0.0.1:8545', secret: '' })).toThrow('not this machine')
  })
})

describe('a test-net proves itself', () => {
  test('by its genesis', async () => {
    await proveTestnet(testnet.info)
  })

  test.each([
    [
      'another genesis',
      () => ({ ...testnet.info, genesisHash: `0x${'00'.repeat(32)}` as Hex }),
      'is not the offline test-net',
    ],
    ['a remote RPC', () => ({ ...testnet.info, rpcUrl: 'https://sepolia.example' }), 'not this machine'],
    ['a remote relayer', () => ({ ...testnet.info, relayerUrl: 'http://127.0.0.1.example/v2' }), 'not this machine'],
  ])('not with %s', async (_, info, reason) => {
    await expect(proveTestnet(info())).rejects.toThrow(reason)
  })
})
