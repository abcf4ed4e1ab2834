import type { Hex } from '#shared/model/ids.ts'
import type { TransactionStatus, TransactionType, WaitingFor } from '#shared/model/transaction.ts'
import type { Sealed } from '../../crypto/keyring.ts'
import type { Mark } from './marks.ts'

export type TransactionRow = {
  id: string
  accountId: string
  walletId: string
  type: TransactionType
  status: TransactionStatus
  /**
   * Empty where a `RECEIVE` has an amount that is not known yet, or sealed from this gateway; and where the chain does not show
   * what a payment that was written again asked for.
   */
  amount: Sealed
  token: string
  /** 1 where the amount moves confidentially and what moved must be decrypted before it is settled. */
  confidential: number
  /** Who pays. Null where an older version did not write it, and no leg says it. */
  fromAddress: Hex | null
  toAddress: Hex | null
  externalId: string | null
  waitingFor: WaitingFor | null
  error: Sealed | null
  txHash: Hex | null
  cancelledByTxHash: Hex | null
  settlementTxHash: Hex | null
  /** Wei that the two took, as the node says. Null where it does not say it, and in what older versions wrote. */
  gasFee: string | null
  settlementGasFee: string | null
  /** With the status, what state a payment is in (`transactions/states.ts`). */
  owed: Mark
  /** Hash of what paid a redeem out where no leg of its own did: found on chain, or named by the operator. */
  paidBy: Hex | null
  /** The account's own words about it. Null too in what versions without notes write. */
  note: Sealed | null
  /** When it was written again from what the chain has of it; null of all others. */
  rebuiltAt: number | null
  /**
   * Digest of the request under an `Idempotency-Key`, as its tag on chain has it. Null without a key, and in rows of older
   * versions.
   */
  requestDigest: string | null
  /** The batch that it is a row of. Null too in what older versions write. */
  batchId: string | null
  /**
   * ID of the API key or the session that asked for it. Null in rows of older versions, in rebuilt rows, and for payments that
   * the gateway makes by itself.
   */
  askedBy: string | null
  /** When it took its nonce, by the database's clock: set where a policy bound it, or it had waited for a person. Null: `createdAt`. */
  reservedAt: number | null
  /**
   * The request that a payment names; or, where that is its wallet too, whose own address it came to or left. Null of all
   * others.
   */
  requestId: string | null
  createdAt: number
  updatedAt: number
}

/** Where a `RECEIVE` stands on chain. */
export type ArrivalRow = {
  transactionId: string
  walletId: string
  txHash: Hex
  token: string
  /** Among moves of the token to this wallet in that transaction, from 0. */
  position: number
  blockNumber: number
  blockHash: Hex
  /** Index of the log in that block: a wallet has one row for a log. Null until a scan has seen the log. */
  logIndex: number | null
  /** Handle of a confidential amount; null for a public one. */
  handle: Hex | null
}

/** How many transactions there are of a kind: kept by the store that writes them, in the same database transaction. */
export type TransactionTotalRow = {
  accountId: string
  walletId: string
  type: TransactionType
  status: TransactionStatus
  count: number
}

/** One transaction slot on chain: a sender's nonce and the call that was to use it. */
export type LegRow = {
  id: string
  transactionId: string
  position: number
  kind: LegKind
  /** 1 for the leg that moves value, whose hash the transaction shows. */
  movesValue: number
  sender: Hex
  nonce: number
  state: LegState
  /** Most wei this leg can cost its sender: value plus gas. */
  cost: string
  /** Head of the chain when the leg was signed: where a search for its nonce starts. */
  signedBlock: number
  blockNumber: number | null
  blockHash: Hex | null
  /** Hash that was mined at this nonce, ours or not. */
  minedHash: Hex | null
  /** Handle that the call made: of the moved amount, or of an unwrap's request. */
  handle: Hex | null
  /** STABLE that the receipt says moved in public. */
  moved: Sealed | null
  reason: Sealed | null
  /** For a leg that reverted: 1 if another try can help; null in rows of older versions. */
  transient: number | null
  createdAt: number
}

/** `finalize` pays out a backed redeem, `payout` one from the float; a `nonce gap` closes a gap among a sender's nonces. */
export type LegKind = 'fund' | 'approve' | 'wrap' | 'transfer' | 'unwrap' | 'finalize' | 'payout' | 'nonce gap'

/**
 * `open`: no receipt. `mined`: a receipt, not yet deep enough. `confirmed`, `reverted`: deep enough.
 * `cancelled`: the nonce went to our own cancellation. `superseded`: it went to a transaction that is no attempt of this leg, or
 * the operator gave the leg up.
 */
export type LegState = 'open' | 'mined' | 'confirmed' | 'reverted' | 'cancelled' | 'superseded'

/** Signed bytes at a leg's nonce. They are stored before they leave the process. */
export type AttemptRow = {
  hash: Hex
  legId: string
  kind: 'call' | 'cancel'
  raw: Sealed
  maxFee: string
  priorityFee: string
  createdAt: number
  sentAt: number | null
  refusals: number
  /** Head of the chain when they were signed: what bids more needs a block since. */
  signedBlock: number | null
  /** Bytes of what ended long ago: sealed they say nothing any more. */
  forgottenAt: number | null
}

/** How the gateway came to know an amount: it encrypted it itself, computed it, or asked the KMS. */
export type PlaintextOrigin = 'own' | 'derived' | 'decrypted'

export type PlaintextRow = {
  handle: Hex
  /** With its origin, which counts: the column is for people. */
  amount: Sealed
  origin: PlaintextOrigin
  createdAt: number
}

/** How far the nonces of a sender are accounted for, where legs do not say it. */
export type SenderRow = {
  address: Hex
  /** Every nonce below this one was looked at, or is older than this database. */
  accounted: number
  /** What the chain counted when it was found to be ahead, and when that was; null where all is accounted for. */
  target: number | null
  since: number | null
  /** For a former operator: height of the chain, and its nonce at that height, when another key was first seen in its place. */
  replacedAtBlock: number | null
  replacedAtNonce: number | null
}

/** A mined transaction of a key of this gateway's that belongs to no payment which it knows. */
export type UnattributedRow = {
  hash: Hex
  sender: Hex
  nonce: number
  blockNumber: number
  /** Hash of the block that the rest was read from. Null in rows of older versions. */
  blockHash: Hex | null
  /** 1 once that was as deep as confirmations ask, and agreed. */
  settled: number
  /** What it did, where that is one of the gateway's own calls and it did not revert. */
  does: 'fund' | 'wrap' | 'transfer' | 'hidden transfer' | 'unwrap' | 'finalize' | null
  toAddress: Hex | null
  /** Public units. */
  amount: Sealed | null
  /** Handle of the confidential amount that moved, or of the burn that is paid. */
  handle: Hex | null
  raw: Sealed
  maxFee: string
  priorityFee: string
  cost: string
  /** The payment that was written anew for it, or that it belongs to and moves nothing of. */
  transactionId: string | null
  /** The payment that its tag names; null where it has no tag of this installation's, or one that names what it is not. */
  tagRow: string | null
  /** 1 for a burn that burned nothing. */
  owesNothing: number
  /** When a person has ticked it off (`sotto owed --seen`), in milliseconds. Redeems that were there then wait for it no more. */
  lookedAt: number | null
  foundAt: number
}
