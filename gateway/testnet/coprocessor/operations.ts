import { type Hex, keccak256 } from 'viem'
import { widthOf } from './fhe-types.ts'

/** An event of FHEVMExecutor, decoded: name and arguments (FHEEvents.sol of host-contracts 0.10.0). */
export type Operation = { name: string; args: Readonly<Record<string, unknown>> }

/** Cleartext behind a handle; undefined where nobody knows it. */
export type Lookup = (handle: Hex) => bigint | undefined

export type Computed = { handle: Hex; value: bigint }

/** A binary operation on operands of `bits` bits. The result is cut to the width of its handle afterwards. */
type Binary = (lhs: bigint, rhs: bigint, bits: number) => bigint

/** Shifts and rotations take their amount modulo the width, as TFHE-rs does. */
const turn = (amount: bigint, bits: number) => amount % BigInt(bits)
const truth = (value: boolean) => (value ? 1n : 0n)

export const binaries: Readonly<Record<string, Binary>> = {
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

type Evaluate = (args: Readonly<Record<string, unknown>>, get: Lookup) => bigint | undefined

export const others: Readonly<Record<string, Evaluate>> = {
  FheNeg: ({ ct }, get) => map(get(ct as Hex), (value) => -value),
  FheNot: ({ ct }, get) => map(get(ct as Hex), (value) => ~value),
  Cast: ({ ct }, get) => get(ct as Hex),
  TrivialEncrypt: ({ pt }) => pt as bigint,
  FheIfThenElse: ({ control, ifTrue, ifFalse }, get) =>
    map(get(control as Hex), (chosen) => get((chosen === 1n ? ifTrue : ifFalse) as Hex)),
  FheRand: ({ seed }) => BigInt(keccak256(seed as Hex)),
  FheRandBounded: ({ seed, upperBound }) => BigInt(keccak256(seed as Hex)) % (upperBound as bigint),
}

/**
 * What an event of the executor computes; undefined for events that compute nothing (`VerifyInput`, whose cleartext is
 * known since its proof was accepted, and those of proxies) and where an operand is unknown.
 */
export function compute({ name, args }: Operation, get: Lookup): Computed | undefined {
  const handle = args.result as Hex | undefined
  if (handle === undefined || !(name in binaries || name in others)) return undefined
  const value = evaluate(name, args, get)
  return value === undefined ? undefined : { handle, value: BigInt.asUintN(widthOf(handle), value) }
}

function evaluate(name: string, args: Readonly<Record<string, unknown>>, get: Lookup): bigint | undefined {
  const binary = binaries[name]
  if (!binary) return others[name]?.(args, get)
  const { lhs, rhs, scalarByte } = args as { lhs: Hex; rhs: Hex; scalarByte: Hex }
  const bits = widthOf(lhs)
  const left = get(lhs)
  const right = scalarByte === '0x01' ? BigInt.asUintN(bits, BigInt(rhs)) : get(rhs)
  return left === undefined || right === undefined ? undefined : binary(left, right, bits)
}

function map<Result>(value: bigint | undefined, change: (value: bigint) => Result): Result | undefined {
  return value === undefined ? undefined : change(value)
}
