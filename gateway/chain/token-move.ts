import type { Address, Hex } from '#shared/model/ids.ts'

/** STABLE in public, as units; cSTABLE behind a handle. As a node says it, and every further one. */
export type TokenMove = {
  hash: Hex
  block: number
  blockHash: Hex
  /** Of the block, in seconds, where the node says it. */
  time?: number
  from: Address
  to: Address
  /** Among moves of this token to this address in its transaction, from 0. */
  position: number
  units?: bigint
  handle?: Hex
}
