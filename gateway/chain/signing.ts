import type { Hex } from '#shared/model/ids.ts'
import type { Call, Chain, Fees, Signer } from './port.ts'

/** Signs and sends. Apart from `Chain`, which everybody has: `legs/` alone may import this. */
export type Signing = {
  sign(signer: Signer, request: SignRequest): Promise<SignedBytes>
  /** The same call at the same nonce with other fees: of the two, one at most is ever mined. */
  resign(signer: Signer, raw: Hex, fees: Pick<Fees, 'maxFee' | 'priorityFee'>): Promise<SignedBytes>
  /** Hands signed bytes to the network. Never throws: whatever comes back proves nothing about the transaction's fate. */
  broadcast(raw: Hex): Promise<Broadcast>
}

/** A chain with its way to sign: only what makes chains, and tests, name this type. */
export type SigningChain = Chain & Signing

/** The way to sign that each chain has, and `Chain` leaves out. */
export const signingOf = (chain: Chain): Signing => chain as SigningChain

export type SignRequest = Call & { nonce: number; gas: bigint; maxFee: bigint; priorityFee: bigint }
/** `cost`: the most wei that the bytes can take from their sender. */
export type SignedBytes = { raw: Hex; hash: Hex; cost: bigint }

export type Broadcast = { is: 'accepted' } | { is: 'refused'; reason: string } | { is: 'unreachable'; reason: string }
