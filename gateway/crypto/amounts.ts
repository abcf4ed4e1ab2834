import type { Keyring, Place, Sealed } from './keyring.ts'

/** As long as the largest uint64 is in decimal, so that the length of the ciphertext tells nothing of the amount. */
const WIDTH = 20

/** Seals a number of units. */
export function sealUnits(keys: Keyring, place: Place, units: bigint): Sealed {
  return keys.seal(place, units.toString().padStart(WIDTH, '0'))
}

export function openUnits(keys: Keyring, place: Place, value: Sealed): bigint {
  return BigInt(keys.open(place, value))
}
