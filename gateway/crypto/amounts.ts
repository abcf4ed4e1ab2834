import type { Keyring, Place, Sealed } from './keyring.ts'

/** As long as the largest uint64 is in decimal, so that the length of the ciphertext tells nothing of the amount. */
const WIDTH = 20

/** Seals a number of units. */
export function sealUnits(keys: Keyring, place: Place, units: bigint): Sealed {
  return keys.seal(place, units.toString().padStart(WIDTH, '0'))
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
  return BigInt(keys.open(place, value))
}
