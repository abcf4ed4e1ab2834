import type { Hex } from 'viem'

/** FheType of host-contracts 0.10.0 (shared/FheType.sol), as far as the executor computes with them: width in bits. */
const widths: Readonly<Record<number, number>> = { 0: 1, 2: 8, 3: 16, 4: 32, 5: 64, 6: 128, 7: 160, 8: 256 }

export const FheType = {
  bool: 0,
  uint8: 2,
  uint16: 3,
  uint32: 4,
  uint64: 5,
  uint128: 6,
  address: 7,
  uint256: 8,
} as const

/** Width in bits; undefined for a type that the executor does not compute with. */
export function bitsOf(type: number): number | undefined {
  return widths[type]
}

/** Byte 30 of a handle is its type (FHEVMExecutor.sol, `_typeOf`). */
export function typeOf(handle: Hex): number {
  return Number.parseInt(handle.slice(62, 64), 16)
}

/** Bytes 22 to 29 of a handle are its chain. */
export function chainOf(handle: Hex): bigint {
  return BigInt(`0x${handle.slice(46, 62)}`)
}

/** Byte 31 of a handle is the version of its format. */
export function versionOf(handle: Hex): number {
  return Number.parseInt(handle.slice(64, 66), 16)
}

/** Byte 21 of a handle is `ff` where the executor has computed it, else the place of an input in its proof. */
export function isComputed(handle: Hex): boolean {
  return handle.slice(44, 46).toLowerCase() === 'ff'
}

export function widthOf(handle: Hex): number {
  const bits = bitsOf(typeOf(handle))
  if (bits === undefined) throw new Error(`handle ${handle} has a type that is not computed with`)
  return bits
}
