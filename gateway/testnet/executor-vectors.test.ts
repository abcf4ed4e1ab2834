import { join } from 'node:path'
import { concat, type Hex, keccak256, pad, stringToHex, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compute } from '../fhe/arithmetic.ts'
import { computationsOf, isProven } from '../fhe/computations.ts'
import type { Formula, Planned } from '../fhe/handles.ts'
import { binaryNames, type Operation } from '../fhe/operation.ts'
import { FheType } from '../fhe/types.ts'
import { type Controls, controlsOf } from './controls.ts'
import { openCleartexts } from './coprocessor/cleartexts.ts'
import { until } from './crash-fixture.ts'
import { type Driver, deployDriver, type Mined, made, minedIn } from './executor-fixture.ts'
import type { SpawnedTestnet } from './process/spawn.ts'
import { CHAIN_ID, host } from './sepolia.ts'
import type { Upgrade } from './setup/protocol.ts'
import { type Money, moneyOn, spawnTestNet, temporaryFolder } from './test-kit.ts'

const { folder, remove } = temporaryFolder()
let testnet: SpawnedTestnet
let money: Money
let controls: Controls
let driver: Driver

beforeAll(async () => {
  testnet = await spawnTestNet(folder, { protocol: '0.10' })
  money = moneyOn(testnet.info)
  controls = controlsOf(testnet.info)
  driver = await deployDriver(money)
})
afterAll(async () => {
  await testnet?.stop()
  remove()
})

/** What all executors of this chain have made, by their arithmetic. */
const known = new Map<Hex, bigint>()

function learn({ operations }: Mined): void {
  for (const operation of operations) {
    const value = compute(operation, (handle) => known.get(handle))
    if (value !== undefined) known.set(operation.result, value)
  }
}

/** Whether each handle is proven, and by which formula; a number that is encrypted has the same in both of the later ones. */
function expectProven({ operations, header }: Mined, formula: Formula | undefined): void {
  for (const computation of computationsOf(operations, header)) {
    if (computation.operation.name === 'TrivialEncrypt') expect(isProven(computation)).toBe(formula !== undefined)
    else expect(computation.formula).toBe(formula)
  }
}

const number = (pt: bigint, toType: number = FheType.uint64): Planned => ({ name: 'TrivialEncrypt', pt, toType })
const constants = [
  number(100n),
  number(7n),
  number(1n, FheType.bool),
  number(2n ** 64n - 1n),
  number(2n ** 160n - 1n, FheType.address),
]

async function stored(): Promise<{ lhs: Hex; rhs: Hex; yes: Hex; mined: Mined }> {
  const mined = await driver.compute(...constants)
  const [lhs = '0x', rhs = '0x', yes = '0x'] = mined.operations.map(({ result }) => result)
  return { lhs, rhs, yes, mined }
}

const scalarOnly = ['FheDiv', 'FheRem']
const three = pad('0x03', { size: 32 })

/** Every operator that is the hash of its operands, on encrypted operands and on numbers. */
function everyOf({ lhs, rhs, yes }: { lhs: Hex; rhs: Hex; yes: Hex }): Planned[] {
  return [
    ...binaryNames.filter((name) => !scalarOnly.includes(name)).map((name) => ({ name, lhs, rhs, scalar: false })),
    ...binaryNames.map((name) => ({ name, lhs, rhs: three, scalar: true })),
    { name: 'FheNeg', ct: lhs },
    { name: 'FheNot', ct: lhs },
    { name: 'FheNot', ct: yes },
    { name: 'Cast', ct: lhs, toType: FheType.uint8 },
    { name: 'Cast', ct: yes, toType: FheType.uint256 },
    { name: 'FheIfThenElse', control: yes, ifTrue: lhs, ifFalse: rhs },
  ]
}

/** Of lists, since executor 0.4.0. */
const lists = ({ lhs, rhs }: { lhs: Hex; rhs: Hex }): Planned[] => [
  { name: 'FheSum', values: [lhs] },
  { name: 'FheSum', values: [lhs, rhs, lhs] },
  { name: 'FheIsIn', value: lhs, values: [rhs, lhs] },
  { name: 'FheIsIn', value: lhs, values: [rhs] },
]

/** Since executor 0.5.0. */
const quotients = ({ lhs, rhs }: { lhs: Hex; rhs: Hex }): Planned[] => [
  { name: 'FheMulDiv', factor1: lhs, factor2: rhs, divisor: three, scalar: false },
  { name: 'FheMulDiv', factor1: lhs, factor2: pad('0x09', { size: 32 }), divisor: three, scalar: true },
]

/** Results of the same transaction that are not stored. */
const mixed = ({ lhs, yes }: { lhs: Hex; yes: Hex }): Planned[] => [
  number(12n),
  { name: 'FheAdd', lhs: made(0, FheType.uint64), rhs: lhs, scalar: false },
  { name: 'FheAdd', lhs, rhs: made(1, FheType.uint64), scalar: false },
  { name: 'FheSub', lhs: made(2, FheType.uint64), rhs: made(0, FheType.uint64), scalar: false },
  { name: 'FheIfThenElse', control: yes, ifTrue: made(3, FheType.uint64), ifFalse: lhs },
]
const mixedLists = ({ lhs }: { lhs: Hex }): Planned[] => [
  number(12n),
  { name: 'FheSum', values: [lhs, made(0, FheType.uint64)] },
  { name: 'FheIsIn', value: made(1, FheType.uint64), values: [made(0, FheType.uint64), lhs] },
  { name: 'FheIsIn', value: lhs, values: [made(0, FheType.uint64), made(1, FheType.uint64)] },
]
const mixedQuotients = ({ lhs }: { lhs: Hex }): Planned[] => [
  number(12n),
  { name: 'FheMulDiv', factor1: made(0, FheType.uint64), factor2: lhs, divisor: three, scalar: false },
  { name: 'FheMulDiv', factor1: lhs, factor2: made(1, FheType.uint64), divisor: three, scalar: false },
]

/** Operations that fit into one transaction. */
const TOGETHER = 6

async function computeAll(planned: Planned[]): Promise<Mined[]> {
  const mined: Mined[] = []
  for (let from = 0; from < planned.length; from += TOGETHER) {
    mined.push(await driver.compute(...planned.slice(from, from + TOGETHER)))
  }
  return mined
}

/** Prefixes of the bytes that are hashed into seeds, and into handles. */
type Domains = { seed: string; handle: string }

/** Random numbers have the seeds and handles that the formula gives them there. */
function expectDrawn({ operations, header }: Mined, { seed, handle }: Domains, first: number): void {
  const place = [host.acl, word(CHAIN_ID), header.parentHash, word(header.time)]
  const seedOf = (drawn: number) => keccak256(concat([stringToHex(seed), word(drawn), ...place])).slice(0, 34) as Hex
  const seeds = [seedOf(first), seedOf(first + 1)] as const
  const type = toHex(FheType.uint64, { size: 1 })
  const hashes = [
    ['0x1a', type, seeds[0]],
    ['0x1b', word(1_024), type, seeds[1]],
  ].map((parts) => keccak256(concat([stringToHex(handle), ...parts] as Hex[])).slice(0, 44))
  expect(operations.map((operation) => 'seed' in operation && operation.seed)).toEqual(seeds)
  expect(operations.map(({ result }) => result.slice(0, 44))).toEqual(hashes)
}
const word = (value: number) => toHex(value, { size: 32 })

const withoutResult = ({ result: _, ...planned }: Operation) => planned

/** The planned operations, with the results that `made` stood for. */
function filled(mined: Mined[]) {
  const results = mined.flatMap(({ operations }) => operations.map(({ result }) => result))
  const fill = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fill)
    return typeof value === 'string' && value.startsWith('0xa1a1a1')
      ? results[Number(`0x${value.slice(60, 62)}`)]
      : value
  }
  return (planned: Planned) => Object.fromEntries(Object.entries(planned).map(([name, value]) => [name, fill(value)]))
}

type Case = [Upgrade, Formula | undefined, Domains, ((operands: { lhs: Hex; rhs: Hex; yes: Hex }) => Planned[])[]]
const bound = { seed: 'FHE_seed', handle: 'FHE_comp' }

// In this order: a chain is upgraded, never back.
const cases: Case[] = [
  ['0.10', 'plain', { seed: '', handle: '' }, [everyOf, mixed]],
  ['0.13', 'of a block', bound, [everyOf, lists, mixed, mixedLists]],
  ['0.15', 'of a block and of origins', bound, [everyOf, lists, quotients, mixed, mixedLists, mixedQuotients]],
  [
    'unknown',
    undefined,
    { ...bound, handle: 'FHE_next' },
    [everyOf, lists, quotients, mixed, mixedLists, mixedQuotients],
  ],
]

describe.each(cases)('protocol %s', (protocol, formula, domains, groups) => {
  let operands: Awaited<ReturnType<typeof stored>>
  beforeAll(async () => {
    await controls.upgrade(protocol)
    operands = await stored()
  })

  test('every operation of it has the handle that is computed here, and its cleartext', async () => {
    const all = [operands.mined]
    for (const group of groups) {
      const planned = group(operands)
      const mined = await computeAll(planned)
      all.push(...mined)
      expect(mined.flatMap(({ operations }) => operations.map(withoutResult))).toEqual(planned.map(filled(mined)))
    }
    for (const mined of all) {
      expectProven(mined, formula)
      learn(mined)
    }
    const results = all.flatMap(({ operations }) => operations.map(({ result }) => result))
    const cleartexts = openCleartexts(join(folder, 'cleartexts.db'))
    try {
      await until(() => results.every((handle) => cleartexts.get(handle) !== undefined))
      expect(results.map((handle) => cleartexts.get(handle))).toEqual(results.map((handle) => known.get(handle)))
    } finally {
      cleartexts.close()
    }
  })

  test('draws by the seed of its block', async () => {
    const drawn = await driver.compute(
      { name: 'FheRand', randType: FheType.uint64, seed: '0x' },
      { name: 'FheRandBounded', upperBound: 1_024n, randType: FheType.uint64, seed: '0x' },
    )
    expectDrawn(drawn, domains, 2 * cases.findIndex(([name]) => name === protocol))
  })

  test('computes a mint and transfers of the token by these handles, and all that is needed is known', async () => {
    const alice = await money.wallet(0n, 60n)
    await money.fund(alice.address, 5n)
    const wrapped = await minedIn(money, await money.wrap(alice, 5n))
    expectProven(wrapped, formula)
    known.set(await money.handleOf(alice.address), 65n)
    const bob = privateKeyToAccount(generatePrivateKey())
    for (const [units, left, arrived] of [
      [25n, 40n, 25n],
      [41n, 40n, 25n],
      [40n, 0n, 65n],
    ] as const) {
      const input = await money.input(alice.address, units)
      known.set(input.handle, units)
      const receipt = await money.send(alice, testnet.info.cstable, money.transferData(bob.address, input))
      const mined = await minedIn(money, receipt)
      expectProven(mined, formula)
      learn(mined)
      expect(known.get(await money.handleOf(alice.address))).toBe(left)
      expect(known.get(await money.handleOf(bob.address))).toBe(arrived)
    }
  })
})
