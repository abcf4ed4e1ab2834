import { concat, type Hex, keccak256, pad, stringToHex, toHex } from 'viem'
import type { Operation } from './operation.ts'
import { FheType } from './types.ts'

/**
 * Names for what an amount was computed from where that is more than one input: a call and the receipt of it give the same
 * name, and no two computations share one.
 */

/** Origin of the sum of a pad and a number (`contracts/sources/Pads.sol`). */
export function paddedOrigin(input: Hex, delta: bigint): Hex {
  return keccak256(concat([stringToHex('sotto pad'), input, pad(toHex(delta), { size: 32 })]))
}

/** Origin of an amount that is public. */
export function publicOrigin(units: bigint): Hex {
  return keccak256(concat([stringToHex('sotto public'), pad(toHex(units), { size: 32 })]))
}

/** What a result was made of, if it is one of these two. */
function originOf(operation: Operation | undefined): Hex | undefined {
  if (operation?.name === 'FheAdd' && operation.scalar) return paddedOrigin(operation.lhs, BigInt(operation.rhs))
  const isAmount = operation?.name === 'TrivialEncrypt' && operation.toType === FheType.uint64
  return isAmount ? publicOrigin(operation.pt) : undefined
}

/**
 * From what each selected amount was computed. ERC-7984 moves `select(covered, input, 0)`, where the input is one that was handed
 * over or the balance itself; one that was computed, of a pad or in public, goes by its origin. Of operations whose handles
 * prove them no node can pass one call's amount off as another's: a log that names another input does not hash to the handle.
 * Of others it is a claim.
 */
export function inputsOfHandles(operations: readonly Operation[]): Map<Hex, Hex> {
  const making = new Map(operations.map((operation) => [operation.result, operation]))
  const inputs = new Map<Hex, Hex>()
  for (const operation of operations) {
    if (operation.name !== 'FheIfThenElse') continue
    inputs.set(operation.result, originOf(making.get(operation.ifTrue)) ?? operation.ifTrue)
  }
  return inputs
}
