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

export function openUnits(keys: Keyring, place: Place, value: Sealed): bigint {
  return BigInt(keys.open(place, value))
}
