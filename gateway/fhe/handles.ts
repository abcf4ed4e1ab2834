import { concat, type Hex, keccak256, pad, stringToHex, toHex } from 'viem'
import { fhevm } from './host.ts'
import {
  type Binary,
  binaryNames,
  isBinary,
  type Operation,
  operandPlacesOf,
  operandsOf,
  scalarFlagsOf,
} from './operation.ts'
import { bitsOf, chainOf, FheType, typeOf, versionOf } from './types.ts'

/** `HANDLE_VERSION` (shared/Constants.sol), the same in every version of the executor: a handle does not say its formula. */
const VERSION = 0

/** Places in `Operators` of FHEVMExecutor.sol; the binary ones come first. */
const operators = {
  FheNeg: 20,
  FheNot: 21,
  Cast: 23,
  TrivialEncrypt: 24,
  FheIfThenElse: 25,
  FheSum: 28,
  FheIsIn: 29,
  FheMulDiv: 30,
} as const
const comparisons: readonly string[] = ['FheEq', 'FheNe', 'FheGe', 'FheGt', 'FheLe', 'FheLt']

/**
 * What the executor hashes into a handle beside operator and operands. `plain`: nothing (executor 0.1.0 and 0.2.0, protocol
 * 0.10 and 0.11). `of a block`: parent hash and time of the block (0.3.0 to 0.5.0, protocol 0.12 to 0.14). `of a block and of
 * origins`: also which operands were made in the same transaction (0.6.0).
 *
 * No two of them ever hash the same bytes. A first byte of at most 30 is an operator, 70 begins the separator of the later
 * two; and those two differ in length by a word for the same operator and as many operands. (A number that is encrypted
 * trivially has no operands, and is the same in both.)
 */
export const formulas = ['of a block', 'of a block and of origins', 'plain'] as const
export type Formula = (typeof formulas)[number]

/** Time in seconds since the epoch. */
export type Header = { parentHash: Hex; time: number }
/** Where a computation was made. `minted`: results of the computations before it in the same transaction; inputs are none. */
export type Place = Header & { minted: ReadonlySet<Hex> }

/** `COMPUTATION_DOMAIN_SEPARATOR` of FHEVMExecutor.sol, since 0.3.0. */
const SEPARATOR = stringToHex('FHE_comp')

/** An operation of which only the result is not known yet. */
export type Planned = Operation extends infer One ? (One extends Operation ? Omit<One, 'result'> : never) : never

/**
 * The handle that an operation leaves there: the hash of operator, operands, ACL and chain, and of what the formula adds
 * (FHEVMExecutor.sol, `_unaryOp`, `_binaryOp`, `_ternaryOp`, `_naryOp`, `_mulDivOp`, `cast`, `trivialEncrypt`), then
 * `_appendMetadataToPrehandle`. Undefined for random numbers, whose handle is the hash of a seed, not of operands.
 */
export function handleOf(planned: Planned, formula: Formula, place: Place): Hex | undefined {
  const operation = planned as Operation
  const known = preimageOf(operation)
  if (known === undefined) return undefined
  const [operator, parts, type] = known
  const body = [byte(operator), ...parts]
  const origins = formula === 'of a block and of origins' ? originsOf(operation, place) : []
  const chain = [fhevm.acl, word(fhevm.chainId)]
  const preimage =
    formula === 'plain'
      ? [...body, ...chain]
      : [SEPARATOR, ...body, ...origins, ...chain, place.parentHash, word(place.time)]
  const hash = keccak256(concat(preimage))
  return concat([hash.slice(0, 44) as Hex, '0xff', toHex(fhevm.chainId, { size: 8 }), byte(type), byte(VERSION)])
}

/** Operator, what is hashed between it and the ACL, and the type of the result. */
function preimageOf(operation: Operation): [number, Hex[], number] | undefined {
  if (isBinary(operation)) {
    const { name, lhs, rhs } = operation
    return [binaryNames.indexOf(name), [lhs, rhs, flagOf(operation)], binaryType(operation)]
  }
  switch (operation.name) {
    case 'FheNeg':
    case 'FheNot':
      return [operators[operation.name], [operation.ct], typeOf(operation.ct)]
    case 'Cast':
      return [operators.Cast, [operation.ct, byte(operation.toType)], operation.toType]
    case 'TrivialEncrypt':
      return [operators.TrivialEncrypt, [word(operation.pt), byte(operation.toType)], operation.toType]
    case 'FheIfThenElse': {
      const { control, ifTrue, ifFalse } = operation
      return [operators.FheIfThenElse, [control, ifTrue, ifFalse], typeOf(ifTrue)]
    }
    case 'FheSum': {
      const { values } = operation
      const [first] = values
      return first && [operators.FheSum, [word(values.length), ...values], typeOf(first)]
    }
    case 'FheIsIn': {
      const { value, values } = operation
      return [operators.FheIsIn, [word(values.length), value, ...values], FheType.bool]
    }
    case 'FheMulDiv': {
      const { factor1, factor2, divisor } = operation
      return [operators.FheMulDiv, [factor1, factor2, divisor, flagOf(operation)], typeOf(factor1)]
    }
    case 'FheRand':
    case 'FheRandBounded':
      return undefined
  }
}

/** A bit for each operand that was not made in this transaction, but read or handed in; a number has none. */
function originsOf(operation: Operation, { minted }: Place): Hex[] {
  if (operation.name === 'TrivialEncrypt') return []
  const bits = operandPlacesOf(operation).map((operand, index) =>
    operand === undefined || minted.has(operand.toLowerCase() as Hex) ? 0n : 1n << BigInt(index),
  )
  return [word(bits.reduce((all, bit) => all | bit, 0n))]
}

const binaryType = ({ name, lhs }: Binary) => (comparisons.includes(name) ? FheType.bool : typeOf(lhs))
const flagOf = ({ name, scalar }: { name: Operation['name']; scalar: boolean }) => scalarFlagsOf(name)[scalar ? 1 : 0]
const byte = (value: number) => toHex(value, { size: 1 })
const word = (value: number | bigint) => pad(toHex(value), { size: 32 })

/**
 * The formula by which the result's handle is the hash of this very operation, made there, on operands that the executor
 * would take: then nothing else can stand behind it, no matter who said so. Undefined where there is none. `expected` is
 * tried first. For a given handle no other header helps: an operation that hashes to it is 2¹⁶⁸ work away.
 */
export function provingFormula(operation: Operation, place: Place, expected?: Formula): Formula | undefined {
  if (!isWellFormed(operation)) return undefined
  const result = operation.result.toLowerCase()
  const tried = expected === undefined ? formulas : [expected, ...formulas.filter((one) => one !== expected)]
  return tried.find((formula) => handleOf(operation, formula, place) === result)
}

/** What the executor requires of operands, beyond that the caller may use them. */
function isWellFormed(operation: Operation): boolean {
  const operands = operandsOf(operation)
  if (![...operands, operation.result].every(isOfThisChain)) return false
  if ('control' in operation) {
    return typeOf(operation.control) === FheType.bool && typeOf(operation.ifTrue) === typeOf(operation.ifFalse)
  }
  if ('values' in operation && operation.values.length === 0) return false
  return operands.every((operand) => typeOf(operand) === typeOf(operands[0] ?? operand))
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
