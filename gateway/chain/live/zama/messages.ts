import type { FhevmInstanceConfig } from '@zama-fhe/relayer-sdk/node'
import type { Address, Hex } from '#shared/model/ids.ts'
import type { FailureKind } from './failures.ts'
import type { KeptLimits } from './kept-client.ts'

/** What Zama's client is asked for in its thread. */
export type ZamaQuestion =
  | { is: 'encrypt'; contract: Address; user: Address; values: readonly bigint[] }
  | { is: 'permit'; contract: Address; start: number; days: number }
  | { is: 'user decrypt'; handles: Hex[]; contract: Address; user: Address; permit: ZamaPermit }
  | { is: 'public decrypt'; handle: Hex }

/** Keys of a decryption without 0x, as the client makes and takes them. From `start` (seconds since the epoch) on. */
export type ZamaPermit = { publicKey: string; privateKey: string; signature: Hex; start: number; days: number }

/** EIP-712, to be signed by anyone who may decrypt: as the client asks for it in version 2 of the relayer's protocol. */
export type ZamaTyped = { domain: object; types: { UserDecryptRequestVerification: unknown }; message: object }

export type ZamaResults = {
  /** A handle for each value. */
  encrypt: { handles: Uint8Array[]; proof: Uint8Array }
  permit: { publicKey: string; privateKey: string; typed: ZamaTyped }
  'user decrypt': Record<Hex, unknown>
  'public decrypt': { values: Record<Hex, unknown>; proof: Hex }
}

/** `abort`: no caller waits for the answer any more. */
export type ToZama = { id: number; question: ZamaQuestion } | { id: number; abort: true }
/** `over`: the thread is of no use any more. */
export type FromZama =
  | { over: string }
  | { id: number; result: ZamaResults[ZamaQuestion['is']] }
  | { id: number; failure: string; kind: FailureKind }

/** `unifiedUrl`: where user decryptions are asked for in version 3 of the relayer's protocol; else in version 2. */
export type ZamaConfig = FhevmInstanceConfig & { unifiedUrl?: string }

/** The thread gets both. */
export type ZamaThread = { config: ZamaConfig; limits: ZamaLimits }
/** Milliseconds. `pausesMs`: between tries where the relayer is busy. */
export type ZamaLimits = KeptLimits & { pausesMs: readonly number[] }
