import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { artifact } from '../../contracts/artifacts.ts'
import { FheType } from './fhe-types.ts'
import { binaries, compute, others } from './operations.ts'

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
    const encrypted = { name, args: { lhs, rhs, scalarByte: '0x00', result } }
    const clear = { name, args: { lhs, rhs: scalar(right), scalarByte: '0x01', result } }
    expect(compute(encrypted, get)).toEqual({ handle: result, value: expected })
    expect(compute(clear, get)).toEqual({ handle: result, value: expected })
    expect(compute(encrypted, () => undefined)).toBe(undefined)
  })

  test('cuts a scalar to the width of its partner', () => {
    const args = { lhs: handleOf('uint8', 1), rhs: scalar(0x1_05n), scalarByte: '0x01', result: handleOf('bool', 2) }
    expect(compute({ name: 'FheEq', args }, () => 5n)?.value).toBe(1n)
  })
})

describe('another operation', () => {
  const one = handleOf('uint8', 1)
  test.each([
    ['FheNeg', { ct: one }, 1n, 'uint8', 255n],
    ['FheNeg', { ct: one }, 0n, 'uint8', 0n],
    ['FheNot', { ct: one }, 0b1010n, 'uint8', 0b1111_0101n],
    ['FheNot', { ct: handleOf('bool', 1) }, 1n, 'bool', 0n],
    ['Cast', { ct: handleOf('uint64', 1) }, 0x1_23n, 'uint8', 0x23n],
    ['Cast', { ct: handleOf('bool', 1) }, 1n, 'uint64', 1n],
    ['TrivialEncrypt', { pt: 300n }, 0n, 'uint8', 44n],
    ['TrivialEncrypt', { pt: 2n ** 160n - 1n }, 0n, 'address', 2n ** 160n - 1n],
  ] as const)('%s %o', (name, args, operand, type, expected) => {
    const result = handleOf(type, 9)
    expect(compute({ name, args: { ...args, result } }, () => operand)).toEqual({ handle: result, value: expected })
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
    const args = { control, ifTrue, ifFalse, result: handleOf('uint64', 4) }
    expect(compute({ name: 'FheIfThenElse', args }, (handle) => known.get(handle))?.value).toBe(expected)
  })

  test('randomness comes from the seed and stays below its bound', () => {
    const seed = `0x${'5e'.repeat(16)}`
    const args = { seed, result: handleOf('uint64', 1) }
    const value = compute({ name: 'FheRand', args }, () => undefined)?.value ?? -1n
    expect(value).toBeGreaterThan(2n ** 32n)
    expect(value).toBeLessThan(U64)
    const bounded = { ...args, upperBound: 1_024n }
    expect(compute({ name: 'FheRandBounded', args: bounded }, () => undefined)?.value).toBe(value % 1_024n)
  })
})

test('every event of the executor that has a result is computed, but for inputs', () => {
  const events = artifact('FHEVMExecutor').abi.filter((item) => item.type === 'event')
  const computing = events.filter(({ inputs }) => inputs.some(({ name }) => name === 'result')).map(({ name }) => name)
  expect(computing.sort()).toEqual([...Object.keys(binaries), ...Object.keys(others), 'VerifyInput'].sort())
})

test('events that compute nothing are passed over', () => {
  expect(compute({ name: 'Upgraded', args: {} }, () => 1n)).toBe(undefined)
  expect(compute({ name: 'VerifyInput', args: { result: handleOf('uint64') } }, () => 1n)).toBe(undefined)
})
