import { getAddress, type Hex, maxUint64 } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deployPads } from '../chain/live/contracts/deploy-pads.ts'
import { createSigner } from '../chain/live/wallet-keys.ts'
import type { Fees } from '../chain/port.ts'
import { cstableAbi, padsAbi } from '../contracts/abis.ts'
import { artifact } from '../contracts/artifacts.ts'
import { padsAddress } from '../contracts/pads.ts'
import { type Pad, padsOn } from './pads-fixture.ts'
import type { SpawnedTestnet } from './process/spawn.ts'
import { eventsOf, type Money, moneyOn, spawnTestNet, temporaryFolder } from './test-kit.ts'

const { folder, remove } = temporaryFolder()
let testnet: SpawnedTestnet
let money: Money
let pads: ReturnType<typeof padsOn>
let alice: PrivateKeyAccount
let bob: PrivateKeyAccount
let mallory: PrivateKeyAccount

beforeAll(async () => {
  testnet = await spawnTestNet(folder)
  money = moneyOn(testnet.info)
  pads = padsOn(money, testnet.info)
  alice = await money.wallet(0n, 1_000_000n)
  bob = await money.wallet(0n, 1_000n)
  mallory = await money.wallet(0n, 1_000n)
  for (const wallet of [alice, mallory]) await pads.allow(wallet)
})
afterAll(async () => {
  pads?.stop()
  await testnet?.stop()
  remove()
})

const minus = (amount: bigint, pad: bigint) => BigInt.asUintN(64, amount - pad)
describe('the contract', () => {
  test('is where its code and its token say, so that all who trust the code share it', async () => {
    const { reader } = money
    const { cstable } = testnet.info
    const [address, elsewhere] = [padsAddress(cstable), padsAddress(alice.address)]
    expect(await reader.readContract({ address, abi: padsAbi, functionName: 'token' })).toBe(getAddress(cstable))
    expect(elsewhere).not.toBe(address)
    expect(await reader.getCode({ address: elsewhere })).toBeUndefined()
  })

  test('is put there by a key that gets no power over it, and once', async () => {
    const { rpcUrl, stable } = testnet.info
    const payer = createSigner()
    await money.fund(payer.address, 1n)
    const where = { rpcUrl, chainId: 11_155_111, payer, bounded: (fees: Fees) => fees }
    expect(await deployPads(where, stable)).toBe(padsAddress(stable))
    expect(await money.reader.readContract({ address: padsAddress(stable), abi: padsAbi, functionName: 'token' })).toBe(
      getAddress(stable),
    )
    await expect(deployPads(where, stable)).rejects.toThrow()
  })

  test('has no function but these, so no owner and no way to change it', () => {
    const { abi, deployedBytecode } = artifact('Pads')
    const functions = abi.flatMap((item) => (item.type === 'function' ? [`${item.name} ${item.stateMutability}`] : []))
    expect(functions.sort()).toEqual([
      'confidentialProtocolId view',
      'isUsed view',
      'redeem nonpayable',
      'token view',
      'transfer nonpayable',
    ])
    expect(opcodesOf(deployedBytecode).filter((code) => code === DELEGATECALL || code === SELFDESTRUCT)).toEqual([])
  })
})

const [DELEGATECALL, SELFDESTRUCT, INVALID] = [0xf4, 0xff, 0xfe]

/** Of the code before the compiler's metadata, without what PUSH brings along. */
function opcodesOf(code: Hex): number[] {
  const bytes = Buffer.from(code.slice(2), 'hex')
  const found: number[] = []
  for (let at = 0; at < bytes.length; at++) {
    const opcode = bytes[at] as number
    if (opcode === INVALID && at + 60 > bytes.length) break
    found.push(opcode)
    if (opcode >= 0x60 && opcode <= 0x7f) at += opcode - 0x5f
  }
  return found
}

describe('a padded transfer', () => {
  test('moves the amount, whatever the pad: over all of 64 bits', async () => {
    const cases = [
      [1n, 0n],
      [0n, 0n],
      [7n, 7n],
      [7n, 8n],
      [0n, 1n],
      [0n, maxUint64],
      [9n, maxUint64],
      [11n, 1n << 63n],
      [12n, (1n << 63n) - 1n],
      ...Array.from({ length: 8 }, (_, index) => [BigInt(index) * 1_000n, randomUint64()] as const),
    ] as const
    const moved: Hex[] = []
    for (const [amount, pad] of cases) {
      moved.push(await pads.transfer(alice, bob.address, await pads.pad(alice.address, pad), minus(amount, pad)))
    }
    expect(await pads.amounts(alice, moved)).toEqual(cases.map(([amount]) => amount))
    // The receiver knows what it got, and nothing else.
    expect(await pads.amounts(bob, moved)).toEqual(cases.map(([amount]) => amount))
  })

  test('without cover moves nothing, and says nothing of the amount', async () => {
    const before = await money.handleOf(bob.address)
    const [had] = await pads.amounts(bob, [before])
    const moved = await pads.transfer(
      alice,
      bob.address,
      await pads.pad(alice.address, 77n),
      minus(10_000_000_000n, 77n),
    )
    expect(await pads.amounts(bob, [moved, await money.handleOf(bob.address)])).toEqual([0n, had])
  })

  test('takes a pad once: with another delta, and with the same', async () => {
    const pad = await pads.pad(alice.address, 5n)
    expect(await pads.isUsed(alice.address, pad)).toBe(false)
    await pads.transfer(alice, bob.address, pad, minus(6n, 5n))
    expect(await pads.isUsed(alice.address, pad)).toBe(true)
    for (const delta of [minus(6n, 5n), minus(9n, 5n), 0n]) {
      expect(await pads.refusal(alice.address, pads.transferData(bob.address, pad, delta))).toBe('PadUsed')
    }
  })

  test('that reverts marks nothing', async () => {
    const pad = await pads.pad(alice.address, 5n)
    await expect(pads.transfer(alice, `0x${'0'.repeat(40)}`, pad, 1n)).rejects.toThrow('reverted')
    expect(await pads.isUsed(alice.address, pad)).toBe(false)
  })

  test.each<[string, string, () => Promise<{ by: Hex; data: Hex }>]>([
    [
      "somebody else's pad",
      'InvalidSigner',
      async () => ({ by: mallory.address, data: dataWith(await pads.pad(alice.address, 5n)) }),
    ],
    [
      'a pad that was proved for the token',
      'InvalidSigner',
      async () => ({ by: alice.address, data: dataWith(await pads.pad(alice.address, 5n, testnet.info.cstable)) }),
    ],
    [
      'the proof of another pad',
      'InvalidInputHandle',
      async () => {
        const [{ handle }, { inputProof }] = [await pads.pad(alice.address, 5n), await pads.pad(alice.address, 5n)]
        return { by: alice.address, data: dataWith({ handle, inputProof }) }
      },
    ],
    [
      'no proof of a handle that the caller may use',
      'PadWithoutProof',
      async () => {
        const handle = await money.handleOf(alice.address)
        return { by: alice.address, data: dataWith({ handle, inputProof: '0x' }) }
      },
    ],
    [
      'no proof and no handle',
      'PadWithoutProof',
      async () => ({ by: alice.address, data: dataWith({ handle: `0x${'0'.repeat(64)}`, inputProof: '0x' }) }),
    ],
    [
      'a wallet whose operator it is not',
      'ERC7984UnauthorizedSpender',
      async () => ({ by: bob.address, data: dataWith(await pads.pad(bob.address, 5n)) }),
    ],
  ])('is refused with %s: %s', async (_, name, made) => {
    const { by, data } = await made()
    expect(await pads.refusal(by, data)).toBe(name)
  })

  test('moves nothing of anyone but its caller', async () => {
    const [before] = await pads.amounts(alice, [await money.handleOf(alice.address)])
    await pads.transfer(mallory, bob.address, await pads.pad(mallory.address, 5n), minus(1_000n, 5n))
    expect(await pads.amounts(alice, [await money.handleOf(alice.address)])).toEqual([before])
    expect(await pads.amounts(mallory, [await money.handleOf(mallory.address)])).toEqual([0n])
  })

  test('is refused once the right has ended', async () => {
    await pads.allow(mallory, 1)
    const data = dataWith(await pads.pad(mallory.address, 5n))
    expect(await pads.refusal(mallory.address, data)).toBe('ERC7984UnauthorizedSpender')
    await pads.allow(mallory)
  })
})

const dataWith = (pad: Pad) => pads.transferData(bob.address, pad, 1n)

describe('a pad', () => {
  test('can be decrypted by nobody, before it is used and after', async () => {
    const pad = await pads.pad(alice.address, 5n)
    await expect(pads.amounts(alice, [pad.handle])).rejects.toThrow()
    await pads.transfer(alice, bob.address, pad, minus(6n, 5n))
    for (const reader of [alice, bob]) await expect(pads.amounts(reader, [pad.handle])).rejects.toThrow()
  })

  test('with its delta takes as much gas as a plain transfer, its mark, and a call', async () => {
    const carol = await money.wallet(0n, 1_000n)
    await pads.allow(carol)
    const stranger = privateKeyToAccount(generatePrivateKey()).address
    const gasOf = async (to: Hex, data: Hex) => Number((await money.send(carol, to, data)).gasUsed)
    const plain = () => money.input(carol.address, 1n).then((input) => money.transferData(bob.address, input))
    const padded = () => pads.pad(carol.address, 5n).then((pad) => pads.transferData(bob.address, pad, minus(1n, 5n)))
    // To a receiver that never held any: the most that it takes.
    const most = await gasOf(
      pads.address,
      pads.transferData(stranger, await pads.pad(carol.address, 5n), minus(1n, 5n)),
    )
    expect(most).toBeLessThan(550_000)
    // The first of each pays for what the later ones find.
    await gasOf(testnet.info.cstable, await plain())
    const without = await gasOf(testnet.info.cstable, await plain())
    const withPad = await gasOf(pads.address, await padded())
    expect(withPad - without).toBeGreaterThan(20_000)
    expect(withPad - without).toBeLessThan(80_000)
  })
})

describe('a redeem without a proof', () => {
  const requestIn = (receipt: Awaited<ReturnType<Money['send']>>) =>
    eventsOf(cstableAbi, receipt).find(({ eventName }) => eventName === 'UnwrapRequested')?.args
  const redeemed = async (wallet: PrivateKeyAccount, units: bigint) =>
    requestIn(await money.send(wallet, pads.address, pads.redeemData(units)))

  test('burns what it names, for its caller, the same amount as often as asked', async () => {
    const before = await money.handleOf(alice.address)
    const requests = [await redeemed(alice, 10n), await redeemed(alice, 10n)]
    expect(requests.map((request) => request?.receiver)).toEqual([alice.address, alice.address])
    const [first, second] = requests.map((request) => request?.unwrapRequestId as Hex)
    expect(first).not.toBe(second)
    const [had, has] = await pads.amounts(alice, [before, await money.handleOf(alice.address)])
    expect((had ?? 0n) - (has ?? 0n)).toBe(20n)
    expect(await pads.amounts(alice, [first as Hex, second as Hex])).toEqual([10n, 10n])
  })

  test('without cover burns nothing', async () => {
    const before = await money.handleOf(mallory.address)
    const request = await redeemed(mallory, 10_000_000n)
    const handles = [before, request?.unwrapRequestId as Hex, await money.handleOf(mallory.address)]
    const [had, burned, has] = await pads.amounts(mallory, handles)
    expect([burned, has]).toEqual([0n, had])
  })

  test('is refused to a wallet whose operator it is not', async () => {
    expect(await pads.refusal(bob.address, pads.redeemData(1n))).toBe('ERC7984UnauthorizedSpender')
  })
})

function randomUint64(): bigint {
  return BigInt(`0x${Buffer.from(crypto.getRandomValues(new Uint8Array(8))).toString('hex')}`)
}
