import type { Hex } from 'viem'
import { type Binary, type BinaryName, isBinary, type Operation } from './operation.ts'
import { widthOf } from './types.ts'

type MulDiv = Extract<Operation, { name: 'FheMulDiv' }>

/** Cleartext behind a handle; undefined where it is unknown. */
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
 * is unknown, and for random numbers, which cannot be computed.
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
    case 'FheSum':
      return map(allOf(operation.values, get), (values) => values.reduce((sum, value) => sum + value, 0n))
    case 'FheIsIn':
      return map(allOf([operation.value, ...operation.values], get), ([value, ...values]) =>
        truth(value !== undefined && values.includes(value)),
      )
    case 'FheMulDiv':
      return mulDiv(operation, get)
    case 'FheRand':
    case 'FheRandBounded':
      return undefined
  }
}

/**
 * The product has twice the width of its factors before it is divided (`fused_mul_scalar_div` of TFHE-rs). Undefined where the
 * quotient does not fit, of which no document says what comes out, and for the zero divisor that the executor refuses.
 */
function mulDiv({ factor1, factor2, divisor, scalar }: MulDiv, get: Lookup): bigint | undefined {
  const bits = widthOf(factor1)
  const [left, right] = [get(factor1), scalar ? BigInt.asUintN(bits, BigInt(factor2)) : get(factor2)]
  const by = BigInt.asUintN(bits, BigInt(divisor))
  if (left === undefined || right === undefined || by === 0n) return undefined
  const quotient = (left * right) / by
  return quotient >> BigInt(bits) === 0n ? quotient : undefined
}

function allOf(handles: readonly Hex[], get: Lookup): bigint[] | undefined {
  const values = handles.map(get).filter((value) => value !== undefined)
  return values.length === handles.length ? values : undefined
}

function map<Value, Result>(value: Value | undefined, change: (value: Value) => Result): Result | undefined {
  return value === undefined ? undefined : change(value)
}
