import { type AbiEvent, type Hex, toEventSignature } from 'viem'
import { describe, expect, test } from 'vitest'
import { artifact } from '../contracts/artifacts.ts'
import { compute } from './arithmetic.ts'
import { type Operation, operandsOf, operationsAbi } from './operation.ts'
import { FheType } from './types.ts'

/** A handle of a type; the number makes it different from others. */
function handleOf(type: keyof typeof FheType, number = 0): Hex {
  const tail = `ff0000000000aa36a7${FheType[type].toString(16).padStart(2, '0')}00`
  return `0x${number.toString(16).padStart(42, '0')}${tail}`
}

function scalar(value: bigint): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`
}

const U64 = 2n ** 64n
const U256 = 2n ** 256n

describe('a binary operation', () => {
  test.each([
    ['FheAdd', 'uint64', U64 - 1n, 2n, 'uint64', 1n],
    ['FheAdd', 'uint8', 200n, 100n, 'uint8', 44n],
    ['FheSub', 'uint64', 1n, 2n, 'uint64', U64 - 1n],
    ['FheMul', 'uint128', 2n ** 127n, 2n, 'uint128', 0n],
    ['FheMul', 'uint16', 300n, 300n, 'uint16', 24_464n],
    ['FheDiv', 'uint64', 7n, 2n, 'uint64', 3n],
    ['FheDiv', 'uint8', 7n, 0n, 'uint8', 255n],
    ['FheRem', 'uint64', 7n, 4n, 'uint64', 3n],
    ['FheRem', 'uint64', 7n, 0n, 'uint64', 7n],
    ['FheBitAnd', 'uint8', 0b1100n, 0b1010n, 'uint8', 0b1000n],
    ['FheBitOr', 'uint8', 0b1100n, 0b1010n, 'uint8', 0b1110n],
    ['FheBitXor', 'uint8', 0b1100n, 0b1010n, 'uint8', 0b0110n],
    ['FheBitXor', 'bool', 1n, 1n, 'bool', 0n],
    ['FheShl', 'uint8', 0b1000_0001n, 1n, 'uint8', 0b10n],
    ['FheShl', 'uint8', 1n, 9n, 'uint8', 2n],
    ['FheShr', 'uint8', 0b1000_0001n, 1n, 'uint8', 0b100_0000n],
    ['FheShr', 'uint256', U256 - 1n, 255n, 'uint256', 1n],
    ['FheRotl', 'uint8', 0b1000_0001n, 1n, 'uint8', 0b11n],
    ['FheRotl', 'uint8', 0b1000_0001n, 8n, 'uint8', 0b1000_0001n],
    ['FheRotr', 'uint8', 0b1000_0001n, 1n, 'uint8', 0b1100_0000n],
    ['FheRotr', 'uint8', 0b1000_0001n, 0n, 'uint8', 0b1000_0001n],
    ['FheEq', 'uint64', 5n, 5n, 'bool', 1n],
    ['FheEq', 'address', 5n, 6n, 'bool', 0n],
    ['FheNe', 'uint64', 5n, 5n, 'bool', 0n],
    ['FheGe', 'uint64', 5n, 5n, 'bool', 1n],
    ['FheGt', 'uint64', 5n, 5n, 'bool', 0n],
    ['FheLe', 'uint64', 6n, 5n, 'bool', 0n],
    ['FheLt', 'uint64', 4n, 5n, 'bool', 1n],
    ['FheMin', 'uint64', 4n, 5n, 'uint64', 4n],
    ['FheMax', 'uint64', 4n, 5n, 'uint64', 5n],
  ] as const)('%s of %s %d and %d', (name, type, left, right, resultType, expected) => {
    const [lhs, rhs, result] = [handleOf(type, 1), handleOf(type, 2), handleOf(resultType, 3)]
    const known = new Map<Hex, bigint>([
      [lhs, left],
      [rhs, right],
    ])
    const get = (handle: Hex) => known.get(handle)
    const encrypted: Operation = { name, lhs, rhs, scalar: false, result }
    expect(compute(encrypted, get)).toBe(expected)
    expect(compute({ name, lhs, rhs: scalar(right), scalar: true, result }, get)).toBe(expected)
    for (const unknown of [lhs, rhs]) {
      expect(compute(encrypted, (handle) => (handle === unknown ? undefined : get(handle)))).toBe(undefined)
    }
  })

  test('cuts a scalar to the width of its partner', () => {
    const [lhs, result] = [handleOf('uint8', 1), handleOf('bool', 2)]
    expect(compute({ name: 'FheEq', lhs, rhs: scalar(0x1_05n), scalar: true, result }, () => 5n)).toBe(1n)
  })
})

describe('another operation', () => {
  const one = handleOf('uint8', 1)
  test.each([
    [{ name: 'FheNeg', ct: one }, 1n, 'uint8', 255n],
    [{ name: 'FheNeg', ct: one }, 0n, 'uint8', 0n],
    [{ name: 'FheNot', ct: one }, 0b1010n, 'uint8', 0b1111_0101n],
    [{ name: 'FheNot', ct: handleOf('bool', 1) }, 1n, 'bool', 0n],
    [{ name: 'Cast', ct: handleOf('uint64', 1), toType: FheType.uint8 }, 0x1_23n, 'uint8', 0x23n],
    [{ name: 'Cast', ct: handleOf('bool', 1), toType: FheType.uint64 }, 1n, 'uint64', 1n],
    [{ name: 'TrivialEncrypt', pt: 300n, toType: FheType.uint8 }, 0n, 'uint8', 44n],
    [{ name: 'TrivialEncrypt', pt: 2n ** 160n - 1n, toType: FheType.address }, 0n, 'address', 2n ** 160n - 1n],
  ] as const)('%o', (planned, operand, type, expected) => {
    expect(compute({ ...planned, result: handleOf(type, 9) }, () => operand)).toBe(expected)
  })

  test.each([
    [1n, 10n],
    [0n, 20n],
  ])('FheIfThenElse of %d chooses %d', (chosen, expected) => {
    const [control, ifTrue, ifFalse] = [handleOf('bool', 1), handleOf('uint64', 2), handleOf('uint64', 3)]
    const known = new Map([
      [control, chosen],
      [ifTrue, 10n],
      [ifFalse, 20n],
    ])
    const selection: Operation = { name: 'FheIfThenElse', control, ifTrue, ifFalse, result: handleOf('uint64', 4) }
    expect(compute(selection, (handle) => known.get(handle))).toBe(expected)
    // What was not chosen need not be known; whether it was chosen must be.
    const other = chosen === 1n ? ifFalse : ifTrue
    expect(compute(selection, (handle) => (handle === other ? undefined : known.get(handle)))).toBe(expected)
    expect(compute(selection, (handle) => (handle === control ? undefined : known.get(handle)))).toBe(undefined)
  })

  describe('of many', () => {
    const [two, three] = [handleOf('uint8', 2), handleOf('uint8', 3)]
    const known = new Map([
      [one, 200n],
      [two, 100n],
      [three, 7n],
    ])
    const get = (handle: Hex) => known.get(handle)
    const number = scalar

    test.each<[string, Operation, bigint | undefined]>([
      ['a sum wraps around', { name: 'FheSum', values: [one, two, three], result: one }, 51n],
      ['a sum of one', { name: 'FheSum', values: [three], result: one }, 7n],
      ['a member', { name: 'FheIsIn', value: two, values: [one, two], result: handleOf('bool', 9) }, 1n],
      ['no member', { name: 'FheIsIn', value: three, values: [one, two], result: handleOf('bool', 9) }, 0n],
      ['no member of nothing', { name: 'FheIsIn', value: three, values: [], result: handleOf('bool', 9) }, 0n],
      [
        'a share',
        { name: 'FheMulDiv', factor1: one, factor2: two, divisor: number(100n), scalar: false, result: one },
        200n,
      ],
      [
        'a share by a number, whose product is wider than its factors',
        { name: 'FheMulDiv', factor1: one, factor2: number(250n), divisor: number(251n), scalar: true, result: one },
        199n,
      ],
      [
        'a share that does not fit',
        { name: 'FheMulDiv', factor1: one, factor2: two, divisor: number(2n), scalar: false, result: one },
        undefined,
      ],
      [
        'a share of nothing',
        { name: 'FheMulDiv', factor1: one, factor2: two, divisor: number(256n), scalar: false, result: one },
        undefined,
      ],
    ])('%s', (_, operation, expected) => {
      expect(compute(operation, get)).toBe(expected)
      if (operation.name === 'FheIsIn' && operation.values.length === 0) return
      expect(compute(operation, (handle) => (handle === one ? undefined : get(handle)))).toBe(
        operandsOf(operation).includes(one) ? undefined : expected,
      )
    })
  })

  test('a random number follows from nothing that is known', () => {
    const result = handleOf('uint64', 1)
    const drawn = { seed: `0x${'5e'.repeat(16)}`, randType: FheType.uint64, result } as const
    expect(compute({ name: 'FheRand', ...drawn }, () => 1n)).toBe(undefined)
    expect(compute({ name: 'FheRandBounded', upperBound: 4n, ...drawn }, () => 1n)).toBe(undefined)
  })
})

/** Of later executors than the one on npm: `vectors.test.ts` has their logs. */
const later = ['FheSum(address,bytes32[],bytes32)', 'FheIsIn(address,bytes32,bytes32[],bytes32)']
later.push('FheMulDiv(address,bytes32,bytes32,bytes32,bytes1,bytes32)')

test('every event of the executor that has a result is an operation, in its very form, but for inputs', () => {
  const events = artifact('FHEVMExecutor').abi.filter((item) => item.type === 'event')
  const results = events.filter(({ inputs }) => inputs.some(({ name }) => name === 'result'))
  const said = results.map((event) => toEventSignature(event)).filter((text) => !text.startsWith('VerifyInput('))
  expect(operationsAbi.map((event) => toEventSignature(event as AbiEvent)).sort()).toEqual([...said, ...later].sort())
})
