import type { Address, Hex } from '#shared/model/ids.ts'
import type { Call, ConfidentialInput, Published } from './port.ts'

/** What a call of this gateway's kind does, as its data says; confidential amounts are not in it. */
export type Meaning =
  | { does: 'fund'; to: Address; units: bigint }
  | { does: 'wrap'; units: bigint }
  | { does: 'transfer'; to: Address; units: bigint }
  | { does: 'hidden transfer'; to: Address }
  | { does: 'unwrap' }
  | { does: 'finalize'; request: Hex }

/** Calls to the tokens and the faucet, ready to be signed. */
export type Calls = {
  /** Faucet: STABLE and gas in one transaction. */
  fund(to: Address, units: bigint, wei: bigint): Call
  /** Public STABLE to cSTABLE: one call where the token can, else an exact approval and a wrap. */
  wrap(wallet: Address, units: bigint): { kind: 'approve' | 'wrap'; call: Call; fixedGas?: bigint }[]
  transferPublic(to: Address, units: bigint): Call
  transferConfidential(to: Address, input: ConfidentialInput): Call
  /** The same of a handle that the sender holds: nothing is encrypted, and nothing proven. */
  transferHeld(to: Address, handle: Hex): Call
  unwrap(wallet: Address, input: ConfidentialInput): Call
  finalizeUnwrap(request: Hex, published: Published): Call
  /** The contract of pads: moves the pad's number plus `delta`, modulo 2^64. */
  transferPadded(to: Address, pad: ConfidentialInput, delta: bigint): Call
  /** The same contract: burns an amount that everybody sees. */
  redeemPublicly(units: bigint): Call
  /** Lets it move the caller's confidential tokens until a time, in seconds since the epoch. */
  allowPads(until: number): Call
  /** Which of these a call is; undefined where it is none that moves value. */
  meaningOf(call: Call): Meaning | undefined
}
