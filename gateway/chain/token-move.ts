import type { Address, Hex } from '#shared/model/ids.ts'

/**
 * STABLE in public, as units; cSTABLE behind a handle. As a node says it, and every further one: each log once, by block,
 * transaction and number. Whether the block has the transaction is for who reads it to ask.
 */
export type TokenMove = {
  hash: Hex
  block: number
  blockHash: Hex
  /** Index of the log in its block; in another block the log has another index. */
  logIndex: number
  from: Address
  to: Address
  /** Among moves of this token to this address in its transaction, from 0. */
  position: number
  units?: bigint
  handle?: Hex
}

/** What has paid an unwrap request, of any sender: the STABLE that the token says it paid out for that request. */
export type Finalized = Pick<TokenMove, 'hash' | 'block'> & { units: bigint }
