import { type Abi, type AbiEvent, decodeAbiParameters, type Hex, parseAbi, toEventSelector } from 'viem'

/** In the order of the executor's list (FHEVMExecutor.sol, `Operators`), where these come first. */
export const binaryNames = [
  'FheAdd',
  'FheSub',
  'FheMul',
  'FheDiv',
  'FheRem',
  'FheBitAnd',
  'FheBitOr',
  'FheBitXor',
  'FheShl',
  'FheShr',
  'FheRotl',
  'FheRotr',
  'FheEq',
  'FheNe',
  'FheGe',
  'FheGt',
  'FheLe',
  'FheLt',
  'FheMin',
  'FheMax',
] as const

export type BinaryName = (typeof binaryNames)[number]
export type Binary = { name: BinaryName; lhs: Hex; rhs: Hex; scalar: boolean; result: Hex }

/**
 * A computation of FHEVMExecutor (FHEEvents.sol of host-contracts 0.10.0; sum and membership since executor 0.4.0, the last
 * one since 0.5.0): operands and result are handles, but for the second operand of a scalar operation and every divisor of
 * `FheMulDiv`, which are the numbers themselves. Accepting an input is no computation.
 */
export type Operation =
  | Binary
  | { name: 'FheNeg' | 'FheNot'; ct: Hex; result: Hex }
  | { name: 'Cast'; ct: Hex; toType: number; result: Hex }
  | { name: 'TrivialEncrypt'; pt: bigint; toType: number; result: Hex }
  | { name: 'FheIfThenElse'; control: Hex; ifTrue: Hex; ifFalse: Hex; result: Hex }
  | { name: 'FheRand'; randType: number; seed: Hex; result: Hex }
  | { name: 'FheRandBounded'; upperBound: bigint; randType: number; seed: Hex; result: Hex }
  | { name: 'FheSum'; values: readonly Hex[]; result: Hex }
  | { name: 'FheIsIn'; value: Hex; values: readonly Hex[]; result: Hex }
  | { name: 'FheMulDiv'; factor1: Hex; factor2: Hex; divisor: Hex; scalar: boolean; result: Hex }

/** The event of every computation, in any version of the executor: one that is left out spoils the origins of what uses its result. */
export const operationsAbi: Abi = parseAbi([
  ...binaryNames.map(
    (name) => `event ${name}(address indexed caller, bytes32 lhs, bytes32 rhs, bytes1 scalarByte, bytes32 result)`,
  ),
  'event FheNeg(address indexed caller, bytes32 ct, bytes32 result)',
  'event FheNot(address indexed caller, bytes32 ct, bytes32 result)',
  'event Cast(address indexed caller, bytes32 ct, uint8 toType, bytes32 result)',
  'event TrivialEncrypt(address indexed caller, uint256 pt, uint8 toType, bytes32 result)',
  'event FheIfThenElse(address indexed caller, bytes32 control, bytes32 ifTrue, bytes32 ifFalse, bytes32 result)',
  'event FheRand(address indexed caller, uint8 randType, bytes16 seed, bytes32 result)',
  'event FheRandBounded(address indexed caller, uint256 upperBound, uint8 randType, bytes16 seed, bytes32 result)',
  'event FheSum(address indexed caller, bytes32[] values, bytes32 result)',
  'event FheIsIn(address indexed caller, bytes32 value, bytes32[] values, bytes32 result)',
  'event FheMulDiv(address indexed caller, bytes32 factor1, bytes32 factor2, bytes32 divisor, bytes1 scalarByte, bytes32 result)',
])

/** Name and fields by the first topic. For a whole event viem hashes its signature anew, at each log. */
const events = new Map(
  operationsAbi
    .filter((item): item is AbiEvent => item.type === 'event')
    .map((event) => [
      toEventSelector(event),
      { name: event.name as Operation['name'], fields: event.inputs.filter(({ indexed }) => !indexed) },
    ]),
)
/** The signature and the caller. */
const TOPICS = 2

type Log = { data: Hex; topics: readonly Hex[] }

/** What an event of the executor computed; undefined for one that computes nothing, or is none of its events. */
export function operationIn({ data, topics }: Log): Operation | undefined {
  try {
    const event = topics[0] && events.get(topics[0])
    if (!event || topics.length !== TOPICS) return undefined
    const { name, fields } = event
    const values = decodeAbiParameters(fields, data)
    const { scalarByte, ...args } = Object.fromEntries(fields.map((field, at) => [field.name, values[at]]))
    const flags: readonly unknown[] = scalarFlagsOf(name)
    // The executor refuses any other flag (`_checkBoolean`, `InvalidMulDivScalarByte`).
    if (scalarByte !== undefined && !flags.includes(scalarByte)) return undefined
    const scalar = scalarByte === undefined ? {} : { scalar: scalarByte === flags[1] }
    // The signature that the first topic names has fixed which fields there are, and their types.
    return { name, ...args, ...scalar } as Operation
  } catch {
    return undefined
  }
}

/** How the executor writes that the second operand is encrypted, and that it is a number: of `FheMulDiv` the divisor is always one. */
export function scalarFlagsOf(name: Operation['name']): readonly [encrypted: Hex, number: Hex] {
  return name === 'FheMulDiv' ? ['0x01', '0x03'] : ['0x00', '0x01']
}

export function isBinary(operation: Operation): operation is Binary {
  return 'lhs' in operation
}

/** The operands in the order of the executor; undefined in the place of a number. */
export function operandPlacesOf(operation: Operation): (Hex | undefined)[] {
  if (isBinary(operation)) return [operation.lhs, operation.scalar ? undefined : operation.rhs]
  switch (operation.name) {
    case 'FheNeg':
    case 'FheNot':
    case 'Cast':
      return [operation.ct]
    case 'FheIfThenElse':
      return [operation.control, operation.ifTrue, operation.ifFalse]
    case 'FheSum':
      return [...operation.values]
    case 'FheIsIn':
      return [operation.value, ...operation.values]
    case 'FheMulDiv':
      return [operation.factor1, operation.scalar ? undefined : operation.factor2]
    case 'TrivialEncrypt':
    case 'FheRand':
    case 'FheRandBounded':
      return []
  }
}

/** The handles that an operation takes. */
export function operandsOf(operation: Operation): Hex[] {
  return operandPlacesOf(operation).filter((operand) => operand !== undefined)
}
