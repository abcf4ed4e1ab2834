import type { Address } from '#shared/model/ids.ts'
import type { ConfidentialInput } from './port.ts'

/** What a chain says of a pad: `void` where its proof is not accepted any more, or it was used; `no right`: the wallet's operator is not the contract. */
export type PadState = 'ready' | 'no right' | 'void'

/**
 * The contract of pads (`contracts/sources/Pads.sol`) on this chain. It moves the confidential token of a wallet that has
 * made it its ERC-7984 operator. Throws `ChainUnavailable`.
 */
export type PadsContract = {
  readonly address: Address
  /** Whether the chain has it. */
  isThere(): Promise<boolean>
  /** Whether it may move a wallet's tokens now. */
  mayMove(wallet: Address): Promise<boolean>
  /** Whether a pad would be accepted now. The number that is to be added to it is not told. */
  stateOf(wallet: Address, pad: ConfidentialInput): Promise<PadState>
  /** Encrypts up to 32 numbers for a wallet to hand to the contract: undefined where a payment needs what it takes. */
  encrypt(wallet: Address, values: readonly bigint[]): Promise<ConfidentialInput[] | undefined>
}
