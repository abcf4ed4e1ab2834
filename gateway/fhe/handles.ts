import { concat, type Hex, keccak256, pad, toHex } from 'viem'
import { fhevm } from './host.ts'
import { type Binary, binaryNames, isBinary, type Operation, operandsOf } from './operation.ts'
import { bitsOf, chainOf, FheType, typeOf, versionOf } from './types.ts'

/** `HANDLE_VERSION` (shared/Constants.sol of host-contracts 0.10.0). */
const VERSION = 0

/** Places in `Operators` of FHEVMExecutor.sol; the binary ones come first. */
const operators = { FheNeg: 20, FheNot: 21, Cast: 23, TrivialEncrypt: 24, FheIfThenElse: 25 } as const
const comparisons: readonly string[] = ['FheEq', 'FheNe', 'FheGe', 'FheGt', 'FheLe', 'FheLt']

/** An operation of which only the result is not known yet. */
export type Planned = Operation extends infer One ? (One extends Operation ? Omit<One, 'result'> : never) : never

/**
 * The handle that an operation leaves: the hash of operator, operands, ACL and chain (FHEVMExecutor.sol, `_unaryOp`,
 * `_binaryOp`, `_ternaryOp`, `cast`, `trivialEncrypt`), then `_appendMetadataToPrehandle`. Undefined for random numbers,
 * whose handle is the hash of a seed, not of operands.
 */
export function handleOf(operation: Planned): Hex | undefined {
  const known = preimageOf(operation as Operation)
  if (known === undefined) return undefined
  const [operator, parts, type] = known
  const hash = keccak256(concat([byte(operator), ...parts, fhevm.acl, pad(toHex(fhevm.chainId), { size: 32 })]))
  return concat([hash.slice(0, 44) as Hex, '0xff', toHex(fhevm.chainId, { size: 8 }), byte(type), byte(VERSION)])
}

/** Operator, what is hashed between it and the ACL, and the type of the result. */
function preimageOf(operation: Operation): [number, Hex[], number] | undefined {
  if (isBinary(operation)) {
    const { name, lhs, rhs, scalar } = operation
    return [binaryNames.indexOf(name), [lhs, rhs, scalar ? '0x01' : '0x00'], binaryType(operation)]
  }
  switch (operation.name) {
    case 'FheNeg':
    case 'FheNot':
      return [operators[operation.name], [operation.ct], typeOf(operation.ct)]
    case 'Cast':
      return [operators.Cast, [operation.ct, byte(operation.toType)], operation.toType]
    case 'TrivialEncrypt':
      return [operators.TrivialEncrypt, [toHex(operation.pt, { size: 32 }), byte(operation.toType)], operation.toType]
    case 'FheIfThenElse': {
      const { control, ifTrue, ifFalse } = operation
      return [operators.FheIfThenElse, [control, ifTrue, ifFalse], typeOf(ifTrue)]
    }
    case 'FheRand':
    case 'FheRandBounded':
      return undefined
  }
}

const binaryType = ({ name, lhs }: Binary) => (comparisons.includes(name) ? FheType.bool : typeOf(lhs))
const byte = (value: number) => toHex(value, { size: 1 })

/**
 * Whether the result's handle is the hash of this very operation, on operands that the executor would take: then nothing
 * else can stand behind it, no matter who said so.
 */
export function isProven(operation: Operation): boolean {
  return isWellFormed(operation) && handleOf(operation) === operation.result.toLowerCase()
}

/** What the executor requires of operands, beyond that the caller may use them. */
function isWellFormed(operation: Operation): boolean {
  const operands = operandsOf(operation)
  if (![...operands, operation.result].every(isOfThisChain)) return false
  if (isBinary(operation)) return operation.scalar || typeOf(operation.lhs) === typeOf(operation.rhs)
  if (!('control' in operation)) return true
  return typeOf(operation.control) === FheType.bool && typeOf(operation.ifTrue) === typeOf(operation.ifFalse)
}

function isOfThisChain(handle: Hex): boolean {
  const whole = /^0x[0-9a-f]{64}$/.test(handle)
  return (
    whole &&
    chainOf(handle) === BigInt(fhevm.chainId) &&
    versionOf(handle) === VERSION &&
    bitsOf(typeOf(handle)) !== undefined
  )
}
