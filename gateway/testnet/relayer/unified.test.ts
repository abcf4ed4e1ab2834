import * as tkms from 'node-tkms'
import { getContractAddress, type Hex, hashTypedData } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RelayerRefused } from '../../chain/live/zama/failures.ts'
import { openShares } from '../../chain/live/zama/unified/open.ts'
import { type UnifiedPermit, unifiedTyped } from '../../chain/live/zama/unified/permit.ts'
import { envelope, postUnified } from '../../chain/live/zama/unified/post.ts'
import { gatewayChain } from '../../fhe/host.ts'
import { paths } from '../files.ts'
import { digestOf } from '../kms/unified-permit.ts'
import type { SpawnedTestnet } from '../process/spawn.ts'
import { loadSecrets } from '../secrets.ts'
import { CHAIN_ID } from '../sepolia.ts'
import { type Money, moneyOn, operator, spawnTestNet, temporaryFolder } from '../test-kit.ts'

const { folder, remove } = temporaryFolder()
let testnet: SpawnedTestnet
let money: Money
let alice: PrivateKeyAccount
let handle: Hex

beforeAll(async () => {
  testnet = await spawnTestNet(folder)
  money = moneyOn(testnet.info)
  alice = await money.wallet(0n, 9_000_000n)
  handle = await money.handleOf(alice.address)
})
afterAll(async () => {
  await testnet?.stop()
  remove()
})

const headers = { 'content-type': 'application/json' }
const patience = new AbortController().signal
const now = () => Math.floor(Date.now() / 1000)
const url = () => testnet.info.relayerUrl.replace('/v2', '/v3')

function keysOfUser() {
  const privateKey = tkms.ml_kem_pke_keygen()
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
  return {
    publicKey: hex(tkms.ml_kem_pke_pk_to_u8vec(tkms.ml_kem_pke_get_pk(privateKey))),
    privateKey: hex(tkms.ml_kem_pke_sk_to_u8vec(privateKey)),
  }
}
const keys = keysOfUser()

function permitOf(user: Hex, changes: Partial<UnifiedPermit> = {}): UnifiedPermit {
  const contracts = [testnet.info.cstable]
  return { user, publicKey: `0x${keys.publicKey}`, contracts, start: now() - 5, seconds: 60, ...changes }
}

const signed = (permit: UnifiedPermit, by = alice) => by.signTypedData(unifiedTyped(permit, CHAIN_ID))

async function ask(permit: UnifiedPermit, signature: Hex, handles = [handle]) {
  const { cstable: contract } = testnet.info
  const shares = await postUnified({ url: url(), handles, contract, permit, signature }, patience)
  const kmsSigners = [privateKeyToAccount(loadSecrets(paths(folder)).kmsKey).address]
  const { id: gatewayChainId, decryption: decryptionContract } = gatewayChain
  return openShares(shares, { handles, user: permit.user, ...keys, kmsSigners, gatewayChainId, decryptionContract })
}

test('both sides hash a permit as the KMS does', () => {
  const address = (byte: string): Hex => `0x${byte.repeat(20)}`
  const word = (value: number) => value.toString(16).padStart(64, '0')
  const permit = {
    userAddress: address('11'),
    publicKey: '0xaabbccdd' as const,
    allowedContracts: [address('22'), address('33')],
    startTimestamp: 1_700_000_000n,
    durationSeconds: 86_400n,
    extraData: `0x02${word(7)}${word(9)}` as const,
    signature: '0x' as const,
  } satisfies Parameters<typeof digestOf>[0]
  // Frozen by zama-ai/fhevm: `the_user_decrypt_digest_of_the_frozen_payload_is_unchanged`.
  const frozen = '0x20126b95a5627c50d96326d856f1b74015c552d1c48b7a7d9b3da939c84b7a95'
  expect(digestOf(permit, 31_337, address('ca'))).toBe(frozen)
})

test('a permit in seconds opens what its user may see', async () => {
  const permit = permitOf(alice.address)
  expect(await ask(permit, await signed(permit))).toEqual({ [handle]: 9_000_000n })
})

test('one for any contract does, too', async () => {
  const permit = permitOf(alice.address, { contracts: [] })
  expect(await ask(permit, await signed(permit))).toEqual({ [handle]: 9_000_000n })
})

test('what another KMS has signed is not opened', async () => {
  const permit = permitOf(alice.address)
  const { cstable: contract } = testnet.info
  const request = { url: url(), handles: [handle], contract, permit, signature: await signed(permit) }
  const shares = await postUnified(request, patience)
  const place = { gatewayChainId: gatewayChain.id, decryptionContract: gatewayChain.decryption }
  const open = () =>
    openShares(shares, { handles: [handle], user: alice.address, ...keys, kmsSigners: [operator.address], ...place })
  expect(open).toThrow(expect.objectContaining({ kind: 'unverifiable' }))
})

const refusals: [string, (permit: UnifiedPermit) => Partial<UnifiedPermit>, string][] = [
  ['has not begun', () => ({ start: now() + 3_600 }), 'is in the future'],
  ['is over', () => ({ start: now() - 120, seconds: 60 }), 'has expired'],
  ['lasts no time', () => ({ seconds: 0 }), 'must be 1 to'],
  ['lasts longer than a year', () => ({ seconds: 365 * 86_400 + 1 }), 'must be 1 to'],
  ['names its user among the contracts', ({ user }) => ({ contracts: [user] }), 'must not be one of the contracts'],
  ['names eleven contracts', () => ({ contracts: Array(11).fill(testnet.info.cstable) }), 'at most 10'],
]

test.each(refusals)('a permit that %s is refused', async (_, change, words) => {
  const permit = permitOf(alice.address)
  const changed = { ...permit, ...change(permit) }
  await expect(ask(changed, await signed(changed))).rejects.toMatchObject({
    status: 400,
    label: 'validation_failed',
    message: expect.stringContaining(words),
  })
})

test('a signature of another key, of other words, or none, is refused for a key', async () => {
  const permit = permitOf(alice.address)
  const others = [
    await signed(permit, operator),
    await signed({ ...permit, seconds: 61 }),
    '0x' as const,
    `0x${'11'.repeat(65)}` as const,
  ]
  for (const signature of others) {
    await expect(ask(permit, signature)).rejects.toMatchObject({ label: 'validation_failed' })
  }
})

test('a handle of others, or of a contract that was not signed, is not opened', async () => {
  const bob = await money.wallet(0n, 1_000_000n)
  const permit = permitOf(bob.address)
  const stranger = permitOf(alice.address, { contracts: [testnet.info.stable] })
  for (const [one, by] of [
    [permit, bob],
    [stranger, alice],
  ] as const) {
    await expect(ask(one, await signed(one, by))).rejects.toEqual(
      expect.objectContaining({ status: 400, label: 'not_allowed_on_host_acl' }),
    )
  }
})

/**
 * A wallet that is a contract: it approves a hash when it is called with nothing else, and then answers `isValidSignature` of
 * that hash, whatever the signature, with ERC-1271's magic value; of others with zero.
 */
const APPROVING_WALLET = `0x${[
  '602c80600b6000396000f3',
  '36602014602457600435546013576020',
  '6000f3',
  '5b631626ba7e60e01b60005260206000f3',
  '5b600160003555',
  '00',
].join('')}` as const

async function deploy(data: Hex): Promise<Hex> {
  const nonce = await money.reader.getTransactionCount({ address: operator.address })
  const fees = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 1n, gas: 500_000n }
  const request = { type: 'eip1559', chainId: CHAIN_ID, data, nonce, ...fees } as const
  const hash = await money.reader.sendRawTransaction({
    serializedTransaction: await operator.signTransaction(request),
  })
  await money.reader.waitForTransactionReceipt({ hash })
  return getContractAddress({ from: operator.address, nonce: BigInt(nonce) })
}

test('an empty signature is the contract’s that approved the permit (ERC-1271), and of no other permit', async () => {
  const wallet = await deploy(APPROVING_WALLET)
  await money.transfer(alice, wallet, 2_000_000n)
  const permit = permitOf(wallet)
  const owned = [await money.handleOf(wallet)]
  await expect(ask(permit, '0x', owned)).rejects.toMatchObject({ label: 'validation_failed' })

  await money.send(operator, wallet, hashTypedData(unifiedTyped(permit, CHAIN_ID)))
  expect(await ask(permit, '0x', owned)).toEqual({ [owned[0] ?? '0x']: 2_000_000n })
  await expect(ask({ ...permit, seconds: 61 }, '0x', owned)).rejects.toThrow(RelayerRefused)
})

test.each<[string, (whole: Record<string, unknown>) => object]>([
  ['another kind of attestation', (whole) => ({ ...whole, attestationType: 'solana-ed25519-user-decrypt-v1' })],
  ['an unknown field', (whole) => ({ ...whole, more: 1 })],
  ['no signature', ({ signature: _, ...rest }) => rest],
])('an envelope with %s is refused', async (_, change) => {
  const permit = permitOf(alice.address)
  const { cstable: contract } = testnet.info
  const whole = envelope({ url: url(), handles: [handle], contract, permit, signature: await signed(permit) })
  const response = await fetch(`${url()}/user-decrypt`, {
    method: 'POST',
    headers,
    body: JSON.stringify(change(whole as Record<string, unknown>)),
  })
  expect(response.status).toBe(400)
})

test('version 3 has this one route', async () => {
  for (const path of ['input-proof', 'public-decrypt']) {
    expect((await fetch(`${url()}/${path}`, { method: 'POST', headers, body: '{}' })).status).toBe(404)
  }
  expect((await fetch(`${url()}/keyurl`)).status).toBe(404)
})
