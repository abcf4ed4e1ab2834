import { encodeFunctionData, type Hex, toFunctionSelector } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { cstableAbi } from '../../../contracts/abis.ts'
import { fhevm } from '../../../fhe/host.ts'
import type { SpawnedTestnet } from '../../../testnet/process/spawn.ts'
import { eventsOf, type Money, moneyOn, spawnTestNet, temporaryFolder } from '../../../testnet/test-kit.ts'
import { ConfidentialUnavailable, type PrivateKey } from '../../port.ts'
import { type ConfidentialSettings, createConfidential } from './confidential.ts'
import { type Asked, type Fate, refusal, startMiddleman } from './relayer-fixture.ts'

const { folder, remove } = temporaryFolder()
let testnet: SpawnedTestnet
let money: Money
let relayer: Awaited<ReturnType<typeof startMiddleman>>
let node: Awaited<ReturnType<typeof startMiddleman>>
let alice: PrivateKeyAccount
let key: Hex
let handle: Hex
const opened: { close(): void }[] = []

beforeAll(async () => {
  testnet = await spawnTestNet(folder)
  money = moneyOn(testnet.info)
  key = generatePrivateKey()
  alice = privateKeyToAccount(key)
  await money.fund(alice.address, 9_000_000n)
  await money.wrap(alice, 9_000_000n)
  handle = await money.handleOf(alice.address)
  relayer = await startMiddleman(testnet.info.relayerUrl)
  node = await startMiddleman(testnet.info.rpcUrl)
})
beforeEach(() => {
  relayer.fate = () => 'let through'
  node.fate = () => 'let through'
  relayer.asked.length = 0
})
afterAll(async () => {
  for (const one of opened) one.close()
  await relayer?.close()
  await node?.close()
  await testnet?.stop()
  remove()
})

function clientOf(limits: ConfidentialSettings['limits'] = {}, version: 'v2' | 'v3' = 'v2') {
  const confidential = createConfidential({
    rpcUrl: node.origin,
    relayerUrl: `${relayer.origin}/${version}`,
    chainId: testnet.info.chainId,
    cstable: testnet.info.cstable,
    now: async () => Math.floor(Date.now() / 1000) - 5,
    limits: { pausesMs: [0, 0, 0], renewMs: 0, ...limits },
  })
  opened.push(confidential)
  const signer = { address: alice.address, key: key as PrivateKey }
  return { confidential, read: async () => (await confidential.decrypt(signer, [handle])).get(handle) }
}

const isPost = (path: string) => (asked: Asked) => asked.method === 'POST' && asked.path.endsWith(path)
const isDecryption = isPost('/user-decrypt')
const isPoll = ({ method, path }: Asked) => method === 'GET' && path.includes('/user-decrypt/')
const decryptions = () => relayer.asked.filter(isDecryption)

/** The first so many that it is about get this fate. */
function first(count: number, about: (asked: Asked) => boolean, fate: Fate): (asked: Asked) => Fate {
  let met = 0
  return (asked) => {
    if (!about(asked) || met >= count) return 'let through'
    met += 1
    return fate
  }
}

describe.each(['v2', 'v3'] as const)('version %s of the relayer’s protocol', (version) => {
  let shared: ReturnType<typeof clientOf> | undefined
  const usual = () => {
    shared ??= clientOf({}, version)
    return shared
  }

  test('a decryption asks that version', async () => {
    expect(await usual().read()).toBe(9_000_000n)
    expect(decryptions().map(({ path }) => path)).toEqual([`/${version}/user-decrypt`])
  })

  test('a relayer that never answers is not waited for, and another question is asked of it', async () => {
    const { read } = clientOf({ decryptMs: 5_000 }, version)
    const answered = () => vi.waitFor(async () => expect(await read()).toBe(9_000_000n), { timeout: 120_000 })
    // To make the client may take longer than the limit.
    await answered()
    relayer.asked.length = 0
    relayer.fate = (asked) => (isDecryption(asked) ? 'never' : 'let through')
    await expect(read()).rejects.toThrow('no answer within')
    expect(decryptions()).toHaveLength(1)
    // Silence says nothing about the permit.
    relayer.fate = () => 'let through'
    await answered()
    expect(new Set(decryptions().map(({ body }) => body)).size).toBe(1)
  })

  test.each([
    [503, 'readiness_check_timed_out', isDecryption],
    [503, 'response_timed_out', isPoll],
    [503, 'protocol_paused', isDecryption],
    [503, 'gateway_not_reachable', isPoll],
    [500, 'host_acl_failed', isPoll],
    [429, 'something_new', isDecryption],
  ] as const)('after %i %s it is asked again, with the same permit', async (status, label, about) => {
    relayer.fate = first(2, about, refusal(status, label))
    expect(await usual().read()).toBe(9_000_000n)
    expect(decryptions()).toHaveLength(3)
    expect(new Set(decryptions().map(({ body }) => body)).size).toBe(1)
  })

  test.each([
    [400, 'not_allowed_on_host_acl'],
    [503, 'insufficient_balance'],
  ] as const)('after %i %s it is not', async (status, label) => {
    const { read } = usual()
    await read()
    relayer.asked.length = 0
    relayer.fate = (asked) => (isDecryption(asked) ? refusal(status, label) : 'let through')
    await expect(read()).rejects.toThrow(ConfidentialUnavailable)
    expect(decryptions()).toHaveLength(1)
  })

  test.each(['validation_failed', 'something_new'])(
    'a permit that it answers with %s is signed anew, once',
    async (label) => {
      const { read } = usual()
      await read()
      relayer.asked.length = 0
      relayer.fate = first(1, isDecryption, refusal(400, label))
      expect(await read()).toBe(9_000_000n)
      expect(new Set(decryptions().map(({ body }) => body)).size).toBe(2)

      relayer.asked.length = 0
      relayer.fate = (asked) => (isDecryption(asked) ? refusal(400, label) : 'let through')
      await expect(read()).rejects.toThrow(label)
      expect(decryptions()).toHaveLength(2)
    },
  )

  test('after a rotation of the KMS’s signers the client learns the new ones', async () => {
    const { read } = clientOf({}, version)
    node.fate = withSigners(alice.address)
    await expect(read()).rejects.toThrow(ConfidentialUnavailable)
    node.fate = () => 'let through'
    expect(await read()).toBe(9_000_000n)
  })
})

const GET_SIGNERS = toFunctionSelector('getKmsSigners()')

/** A node that tells of another KMS than the one that signs. */
function withSigners(signer: Hex): (asked: Asked) => Fate {
  const word = (hex: string) => hex.replace('0x', '').padStart(64, '0')
  const result = `0x${word('20')}${word('1')}${word(signer.toLowerCase())}`
  return ({ body }) => {
    if (!body.includes(GET_SIGNERS) || !body.toLowerCase().includes(fhevm.kmsVerifier.toLowerCase()))
      return 'let through'
    const calls = [JSON.parse(body)].flat() as { id: number; params: [{ data?: string }] }[]
    const ids = new Set(calls.filter(({ params }) => params[0]?.data === GET_SIGNERS).map(({ id }) => id))
    return {
      rewritten(text) {
        const parsed = JSON.parse(text) as { id: number }
        const answers = [parsed].flat().map((one) => (ids.has(one.id) ? { ...one, result } : one))
        return JSON.stringify(Array.isArray(parsed) ? answers : answers[0])
      },
    }
  }
}

/** An amount that becomes public. */
async function burn(units: bigint): Promise<Hex> {
  const { handle: amount, inputProof } = await money.input(alice.address, units)
  const args = [alice.address, alice.address, amount, inputProof] as const
  const data = encodeFunctionData({ abi: cstableAbi, functionName: 'unwrap', args })
  const receipt = await money.send(alice, testnet.info.cstable, data)
  const requested = eventsOf(cstableAbi, receipt).find(({ eventName }) => eventName === 'UnwrapRequested')
  return requested?.args.unwrapRequestId as Hex
}

test('after a rotation a publication is believed again, and asked for each time', async () => {
  const { confidential } = clientOf()
  const request = await burn(1_000_000n)
  node.fate = withSigners(alice.address)
  await expect(confidential.publicDecrypt(request)).rejects.toThrow('KMS signers')
  node.fate = () => 'let through'
  const one = await confidential.publicDecrypt(request)
  const posts = () => relayer.asked.filter(isPost('/public-decrypt')).length
  const before = posts()
  expect(await confidential.publicDecrypt(request)).toEqual(one)
  expect(posts()).toBe(before + 1)
})

test('a decryption waits for no proof, and a proof that is underway ends with the gateway', async () => {
  const { confidential, read } = clientOf()
  let proved = false
  const proof = confidential.encrypt(alice.address, 1n).finally(() => {
    proved = true
  })
  const [inLine, ended] = [confidential.encrypt(alice.address, 2n), expect(proof).rejects.toThrow('closed')]
  const refused = expect(inLine).rejects.toThrow(ConfidentialUnavailable)
  expect(await read()).toBe(9_000_000n)
  expect(proved).toBe(false)
  confidential.close()
  await Promise.all([ended, refused])
})

test('keys that never come end the thread, and the next question has another', async () => {
  const { read } = clientOf({ makeMs: 500 })
  relayer.fate = ({ path }) => (path.endsWith('/keyurl') ? 'never' : 'let through')
  const threads = () => relayer.asked.filter(({ path }) => path.endsWith('/keyurl')).length
  // A thread on a busy machine may reach its limit before it asks for the keys.
  do await expect(read()).rejects.toThrow('did not say within 0.5 s')
  while (threads() < 2)
})
