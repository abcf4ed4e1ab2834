import type { Keyring, Place, Sealed } from './keyring.ts'

/** As long as the largest uint64 is in decimal, so that the length of the ciphertext tells nothing of the amount. */
const WIDTH = 20

/** Seals a number of units. */
export function sealUnits(keys: Keyring, place: Place, units: bigint): Sealed {
  const value = keys.seal(place, units.toString().padStart(WIDTH, '0'))
  remember(keys, place, value, units)
  return value
}

/** Error texts carry amounts: sealed in whole blocks of this many characters, their length tells little. */
const BLOCK = 256

export function sealText(keys: Keyring, place: Place, text: string): Sealed {
  return keys.seal(place, text.trimEnd().padEnd(Math.ceil(text.length / BLOCK) * BLOCK))
}

export function openText(keys: Keyring, place: Place, value: Sealed): string {
  return keys.open(place, value).trimEnd()
}

/** A number of units with a word about it, which anyone who can only write the database cannot change. */
export function sealMarked(keys: Keyring, place: Place, units: bigint, mark: string): Sealed {
  return keys.seal(place, `${units.toString().padStart(WIDTH, '0')} ${mark}`)
}

/** The mark is undefined where there is none: in what `sealUnits` made. */
export function openMarked(keys: Keyring, place: Place, value: Sealed): { units: bigint; mark: string | undefined } {
  const [units = '', mark] = keys.open(place, value).split(' ')
  return { units: BigInt(units), mark }
}

export function openUnits(keys: Keyring, place: Place, value: Sealed): bigint {
  const known = recall(keys, place, value)
  if (known !== undefined) return known
  const units = BigInt(keys.open(place, value))
  remember(keys, place, value, units)
  return units
}

/** The same; 0 where nothing is sealed, since it is not known. */
export function openIfKnown(keys: Keyring, place: Place, value: Sealed): bigint {
  return value.length === 0 ? 0n : openUnits(keys, place, value)
}

/** Where an amount is not known. */
export const UNKNOWN = '' as Sealed

/**
 * Numbers of units by place and ciphertext, sealed or opened lately: one payment reads its own rows several times, each payment
 * under a limit those of thirty days, and lists are asked for again and again. A value that was altered or moved has another
 * name here, and is opened as ever.
 */
type Known = { newer: Map<string, bigint>; older: Map<string, bigint> }
const known = new WeakMap<Keyring, Known>()
/** About 300 bytes each. What is asked for stays, what is not goes with its generation. */
const GENERATION = 20_000

const nameOf = ({ table, column, row }: Place, value: Sealed) => `${table} ${column} ${row} ${value}`

function knownBy(keys: Keyring): Known {
  const all = known.get(keys) ?? { newer: new Map(), older: new Map() }
  known.set(keys, all)
  return all
}

function recall(keys: Keyring, place: Place, value: Sealed): bigint | undefined {
  const { newer, older } = knownBy(keys)
  const name = nameOf(place, value)
  const units = newer.get(name)
  if (units !== undefined) return units
  const aged = older.get(name)
  if (aged !== undefined) remember(keys, place, value, aged)
  return aged
}

function remember(keys: Keyring, place: Place, value: Sealed, units: bigint): void {
  const all = knownBy(keys)
  if (all.newer.size >= GENERATION) {
    all.older = all.newer
    all.newer = new Map()
  }
  all.newer.set(nameOf(place, value), units)
}
