import { type Abi, decodeFunctionResult, encodeFunctionData, type Hex, pad } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { multicall3Abi } from '../contracts/abis.ts'
import { artifact } from '../contracts/artifacts.ts'
import { compute } from '../fhe/arithmetic.ts'
import { type Formula, handleOf, type Planned, provingFormula } from '../fhe/handles.ts'
import { binaryNames, isBinary, type Operation, operandsOf, operationIn } from '../fhe/operation.ts'
import { FheType } from '../fhe/types.ts'
import type { SpawnedTestnet } from './process/spawn.ts'
import { host, wellKnown } from './sepolia.ts'
import { type Money, moneyOn, spawnTestNet, temporaryFolder } from './test-kit.ts'

const { folder, remove } = temporaryFolder()
const { abi } = artifact('FHEVMExecutor') as { abi: Abi }
let testnet: SpawnedTestnet
let money: Money

beforeAll(async () => {
  testnet = await spawnTestNet(folder)
  money = moneyOn(testnet.info)
})
afterAll(async () => {
  await testnet?.stop()
  remove()
})

/** Handles of this protocol are the same in every block. */
const FORMULA: Formula = 'plain'
const ANYWHERE = { parentHash: `0x${'0'.repeat(64)}`, time: 0, minted: new Set<Hex>() } as const

function done(planned: Planned): Operation {
  return { ...planned, result: handleOf(planned, FORMULA, ANYWHERE) ?? '0x' } as Operation
}

const number = (pt: bigint, toType: number = FheType.uint64) => done({ name: 'TrivialEncrypt', pt, toType })
const [big, small, yes] = [number(100n), number(7n), number(1n, FheType.bool)]
const [lhs, rhs] = [big.result, small.result]
const scalarOnly = ['FheDiv', 'FheRem']

/** Every operator that is the hash of its operands, on encrypted operands and on numbers. */
const operations: Operation[] = [
  ...binaryNames.filter((name) => !scalarOnly.includes(name)).map((name) => done({ name, lhs, rhs, scalar: false })),
  ...binaryNames.map((name) => done({ name, lhs, rhs: pad('0x03', { size: 32 }), scalar: true })),
  done({ name: 'FheNeg', ct: lhs }),
  done({ name: 'FheNot', ct: lhs }),
  done({ name: 'FheNot', ct: yes.result }),
  done({ name: 'Cast', ct: lhs, toType: FheType.uint8 }),
  done({ name: 'Cast', ct: yes.result, toType: FheType.uint256 }),
  done({ name: 'FheIfThenElse', control: yes.result, ifTrue: lhs, ifFalse: rhs }),
  number(2n ** 64n - 1n),
  number(2n ** 160n - 1n, FheType.address),
]

/** The executor's function: named as its event is, and with the operands in the same order. */
function callOf(operation: Operation) {
  const name = operation.name.charAt(0).toLowerCase() + operation.name.slice(1)
  const { name: _, result: __, ...operands } = operation
  const args = isBinary(operation)
    ? [operation.lhs, operation.rhs, operation.scalar ? '0x01' : '0x00']
    : Object.values(operands)
  return { target: host.executor, allowFailure: false, callData: encodeFunctionData({ abi, functionName: name, args }) }
}

/** Anyone who calls may use what it computed in the same transaction: a multicall computes operands and result. */
async function execute(all: Operation[]): Promise<Hex[]> {
  const args = [all.map(callOf)] as const
  const call = { address: wellKnown.multicall3, abi: multicall3Abi, functionName: 'aggregate3', args } as const
  const { result } = await money.reader.simulateContract(call)
  return result.map(({ returnData }, index) => {
    const functionName = (all[index]?.name ?? '').replace(/^./, (letter) => letter.toLowerCase())
    return decodeFunctionResult({ abi, functionName, data: returnData }) as Hex
  })
}

describe('the genuine executor', () => {
  test.each(
    operations.map((one) => [`${one.name}${'scalar' in one && one.scalar ? ' with a number' : ''}`, one] as const),
  )('gives the handle that is computed here: %s', async (_, operation) => {
    const needed = [big, small, yes].filter(({ result }) => operandsOf(operation).includes(result))
    expect(await execute([...needed, operation])).toEqual([...needed, operation].map(({ result }) => result))
    expect(provingFormula(operation, ANYWHERE)).toBe(FORMULA)
  })

  test('says in its events what is read out of them here', async () => {
    const payer = privateKeyToAccount(generatePrivateKey())
    await money.fund(payer.address, 0n)
    const all = [
      big,
      small,
      done({ name: 'FheGe', lhs, rhs, scalar: false }),
      done({ name: 'FheSub', lhs, rhs, scalar: false }),
    ]
    const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [all.map(callOf)] })
    const { logs } = await money.send(payer, wellKnown.multicall3, data)
    const executed = logs.filter(({ address }) => address.toLowerCase() === host.executor.toLowerCase())
    expect(executed.map((log) => operationIn(log))).toEqual(all)
  })

  test('computes a mint and a transfer of the token by operations that are all proven, and all that is needed is known', async () => {
    const alice = await money.wallet(0n, 60n)
    const known = new Map<Hex, bigint>()
    const learn = (logs: readonly { address: string; data: Hex; topics: Hex[] }[]) => {
      for (const log of logs.filter(({ address }) => address.toLowerCase() === host.executor.toLowerCase())) {
        const operation = operationIn(log)
        if (operation === undefined) continue
        expect(provingFormula(operation, ANYWHERE)).toBe(FORMULA)
        const value = compute(operation, (handle) => known.get(handle))
        if (value !== undefined) known.set(operation.result, value)
      }
    }
    await money.fund(alice.address, 5n)
    learn((await money.wrap(alice, 5n)).logs)
    expect(known.get(await money.handleOf(alice.address))).toBe(undefined)
    known.set(await money.handleOf(alice.address), 65n)
    const bob = privateKeyToAccount(generatePrivateKey())
    for (const [units, left, arrived] of [
      [25n, 40n, 25n],
      [41n, 40n, 25n],
      [40n, 0n, 65n],
    ] as const) {
      const input = await money.input(alice.address, units)
      known.set(input.handle, units)
      learn((await money.send(alice, testnet.info.cstable, money.transferData(bob.address, input))).logs)
      expect(known.get(await money.handleOf(alice.address))).toBe(left)
      expect(known.get(await money.handleOf(bob.address))).toBe(arrived)
    }
  })
})
