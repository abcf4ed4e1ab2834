import type { Hex } from 'viem'
import { type Binary, type BinaryName, isBinary, type Operation } from './operation.ts'
import { widthOf } from './types.ts'

/** Cleartext behind a handle; undefined where nobody knows it. */
export type Lookup = (handle: Hex) => bigint | undefined

/** Shifts and rotations take their amount modulo the width, as TFHE-rs does. */
const turn = (amount: bigint, bits: number) => amount % BigInt(bits)
const truth = (value: boolean) => (value ? 1n : 0n)

/** On operands of `bits` bits. The result is cut to the width of its handle afterwards. */
const binaries: Readonly<Record<BinaryName, (lhs: bigint, rhs: bigint, bits: number) => bigint>> = {
  FheAdd: (a, b) => a + b,
  FheSub: (a, b) => a - b,
  FheMul: (a, b) => a * b,
  // The executor refuses a zero divisor; TFHE-rs would give all ones, and the dividend as remainder.
  FheDiv: (a, b, bits) => (b === 0n ? (1n << BigInt(bits)) - 1n : a / b),
  FheRem: (a, b) => (b === 0n ? a : a % b),
  FheBitAnd: (a, b) => a & b,
  FheBitOr: (a, b) => a | b,
  FheBitXor: (a, b) => a ^ b,
  FheShl: (a, b, bits) => a << turn(b, bits),
  FheShr: (a, b, bits) => a >> turn(b, bits),
  FheRotl: (a, b, bits) => (a << turn(b, bits)) | (a >> (BigInt(bits) - turn(b, bits))),
  FheRotr: (a, b, bits) => (a >> turn(b, bits)) | (a << (BigInt(bits) - turn(b, bits))),
  FheEq: (a, b) => truth(a === b),
  FheNe: (a, b) => truth(a !== b),
  FheGe: (a, b) => truth(a >= b),
  FheGt: (a, b) => truth(a > b),
  FheLe: (a, b) => truth(a <= b),
  FheLt: (a, b) => truth(a < b),
  FheMin: (a, b) => (a < b ? a : b),
  FheMax: (a, b) => (a > b ? a : b),
}

/**
 * The cleartext of an operation's result, cut to the width that its handle names. Undefined where an operand that it takes
 * is unknown, and for what nobody can compute: random numbers.
 */
export function compute(operation: Operation, get: Lookup): bigint | undefined {
  const value = isBinary(operation) ? binary(operation, get) : other(operation, get)
  return value === undefined ? undefined : BigInt.asUintN(widthOf(operation.result), value)
}

function binary({ name, lhs, rhs, scalar }: Binary, get: Lookup): bigint | undefined {
  const bits = widthOf(lhs)
  const left = get(lhs)
  const right = scalar ? BigInt.asUintN(bits, BigInt(rhs)) : get(rhs)
  return left === undefined || right === undefined ? undefined : binaries[name](left, right, bits)
}

function other(operation: Exclude<Operation, Binary>, get: Lookup): bigint | undefined {
  switch (operation.name) {
    case 'FheNeg':
      return map(get(operation.ct), (value) => -value)
    case 'FheNot':
      return map(get(operation.ct), (value) => ~value)
    case 'Cast':
      return get(operation.ct)
    case 'TrivialEncrypt':
      return operation.pt
    case 'FheIfThenElse':
      return map(get(operation.control), (chosen) => get(chosen === 1n ? operation.ifTrue : operation.ifFalse))
    case 'FheRand':
    case 'FheRandBounded':
      return undefined
  }
}

function map<Result>(value: bigint | undefined, change: (value: bigint) => Result): Result | undefined {
  return value === undefined ? undefined : change(value)
}
