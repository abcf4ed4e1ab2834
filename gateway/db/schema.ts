import type { EventType } from '#shared/model/event.ts'
import type { Hex } from '#shared/model/ids.ts'
import type { TransactionStatus, TransactionType, WaitingFor } from '#shared/model/transaction.ts'
import type { Sealed, TokenHash } from '../crypto/keyring.ts'

/**
 * The tables, as rows. Times are milliseconds since the epoch, flags 0 or 1, units and wei decimal text;
 * whatever is confidential is `Sealed`. `gateway/README.md` says of each table what in it is secret.
 */
export type Schema = {
  secrets: { name: string; value: string }
  accounts: AccountRow
  api_keys: ApiKeyRow
  wallets: WalletRow
  transactions: TransactionRow
  transaction_totals: TransactionTotalRow
  legs: LegRow
  attempts: AttemptRow
  senders: SenderRow
  unattributed: UnattributedRow
  /** When a backup was put in place: the chain and the pools of its nodes may know more than this database. */
  restores: { at: number }
  plaintexts: PlaintextRow
  /** Derived amounts that a decryption contradicted, and the wallet that was reading them (null: the operator). */
  derivation_mismatches: { handle: Hex; wallet_id: string | null; created_at: number }
  /** Burns that a redeem was paid for, or is owed for: one redeem each. */
  paid_burns: { handle: Hex; transaction_id: string; created_at: number }
  faucet_grants: {
    transaction_id: string
    account_id: string
    units: string
    wei: string
    fee: string
    created_at: number
  }
  idempotency_keys: IdempotencyRow
  notary_keys: NotaryKeyRow
  card_keys: { fingerprint: string; wallet_id: string; created_at: number }
  trusted_issuers: { fingerprint: string; label: string | null; created_at: number }
  recovery_codes: { hash: TokenHash; account_id: string }
  sessions: SessionRow
  challenges: ChallengeRow
  passkeys: PasskeyRow
  /** What counts against a limit that survives a restart: sign-ins by address, proofs of identity by account. */
  tries: { id: string; who: string; at: number }
  events: EventRow
}

export type AccountRow = {
  id: string
  email: string
  name: string
  company: string
  /** A PHC string, sealed: the database alone gives nobody anything to guess against. */
  password_hash: Sealed
  must_change_password: number
  disabled_at: number | null
  last_login_at: number | null
  created_at: number
  /** Base32. Pending until it is confirmed. */
  totp_secret: Sealed | null
  totp_confirmed_at: number | null
  /** Time step of the last code that was accepted; none up to it is accepted again. */
  totp_last_step: number
  /** Keyed, over the columns that decide who gets in (`db/row-macs.ts`). */
  mac: TokenHash | null
}

export type ApiKeyRow = {
  id: string
  account_id: string
  label: string
  prefix: string
  hash: TokenHash
  /** Space-separated. */
  scopes: string
  /** Space-separated, or null for every wallet. */
  wallet_ids: string | null
  created_at: number
  last_used_at: number | null
  expires_at: number | null
  revoked_at: number | null
  /** Keyed, over the columns that say whose it is (`db/row-macs.ts`). */
  mac: TokenHash | null
}

export type WalletRow = {
  id: string
  account_id: string
  address: Hex
  type: 'CUSTODIAL' | 'EXTERNAL'
  label: string | null
  is_primary: number
  /** The private key; null for an external wallet. */
  key: Sealed | null
  created_at: number
  archived_at: number | null
  /** Keyed, over the columns that say whose it is (`db/row-macs.ts`). */
  mac: TokenHash | null
}

export type TransactionRow = {
  id: string
  account_id: string
  wallet_id: string
  type: TransactionType
  status: TransactionStatus
  amount: Sealed
  token: string
  /** 1 where the amount moves confidentially and what moved must be decrypted before it is settled. */
  confidential: number
  to_address: Hex | null
  external_id: string | null
  waiting_for: WaitingFor | null
  error: Sealed | null
  tx_hash: Hex | null
  cancelled_by_tx_hash: Hex | null
  settlement_tx_hash: Hex | null
  /**
   * 1 where a burned amount can never be paid out by trying again; 3 where a leg was mined that had failed on the word of a
   * node; 2 once the operator has seen to either.
   */
  owed: number
  /** Hash of what paid a redeem out where no leg of its own did: found on chain, or named by the operator. */
  paid_by: Hex | null
  created_at: number
  updated_at: number
}

/** How many transactions there are of a kind: kept by the store that writes them, in the same database transaction. */
export type TransactionTotalRow = {
  account_id: string
  wallet_id: string
  type: TransactionType
  status: TransactionStatus
  count: number
}

/** One transaction slot on chain: a sender's nonce and what was to be called with it. */
export type LegRow = {
  id: string
  transaction_id: string
  position: number
  kind: LegKind
  /** 1 for the leg that moves value, whose hash the transaction shows. */
  moves_value: number
  sender: Hex
  nonce: number
  state: LegState
  /** Most wei this leg can cost its sender: value plus gas. */
  cost: string
  /** Head of the chain when the leg was signed: where a search for its nonce starts. */
  signed_block: number
  block_number: number | null
  block_hash: Hex | null
  /** Hash that was mined at this nonce, ours or not. */
  mined_hash: Hex | null
  /** Handle that the call made: of the moved amount, or of an unwrap's request. */
  handle: Hex | null
  /** STABLE that the receipt says moved in public. */
  moved: Sealed | null
  reason: Sealed | null
  /** Of a leg that reverted: 1 where trying again can help; null in what older versions wrote. */
  transient: number | null
  created_at: number
}

/** `finalize` pays out a backed redeem, `payout` one from the float; a `filler` closes a gap among a sender's nonces. */
export type LegKind = 'fund' | 'approve' | 'wrap' | 'transfer' | 'unwrap' | 'finalize' | 'payout' | 'filler'

/**
 * `open`: no receipt. `mined`: a receipt, not yet deep enough. `confirmed`, `reverted`: deep enough.
 * `cancelled`, `displaced`: the nonce went to our own cancellation, or to a transaction that this gateway never sent.
 */
export type LegState = 'open' | 'mined' | 'confirmed' | 'reverted' | 'cancelled' | 'displaced'

/** Signed bytes at a leg's nonce. They are stored before they leave the process. */
export type AttemptRow = {
  hash: Hex
  leg_id: string
  kind: 'call' | 'cancel'
  raw: Sealed
  max_fee: string
  priority_fee: string
  created_at: number
  sent_at: number | null
  refusals: number
  /** Head of the chain when they were signed: what bids more needs a block since. */
  signed_block: number | null
  /** Bytes of what ended long ago: sealed they say nothing any more. */
  forgotten_at: number | null
}

/** How the gateway came to know an amount: it encrypted it itself, computed it, or asked the KMS. */
export type PlaintextOrigin = 'own' | 'derived' | 'decrypted'

export type PlaintextRow = {
  handle: Hex
  /** With its origin, which counts: the column is for people. */
  amount: Sealed
  origin: PlaintextOrigin
  created_at: number
}

/** How far the nonces of a sender are accounted for, where legs do not say it. */
export type SenderRow = {
  address: Hex
  /** Every nonce below this one was looked at, or is older than this database. */
  accounted: number
  /** What the chain counted when it was found to be ahead, and when that was; null where all is accounted for. */
  target: number | null
  since: number | null
}

/** A mined transaction of a key of this gateway's that belongs to no payment which it knows. */
export type UnattributedRow = {
  hash: Hex
  sender: Hex
  nonce: number
  block_number: number
  /** What it did, where that is one of the gateway's own calls and it did not revert. */
  does: 'fund' | 'wrap' | 'transfer' | 'hidden transfer' | 'unwrap' | 'finalize' | null
  to_address: Hex | null
  /** Public units. */
  amount: Sealed | null
  /** Of the confidential amount that moved, or of the burn that is paid. */
  handle: Hex | null
  raw: Sealed
  max_fee: string
  priority_fee: string
  cost: string
  /** The `Idempotency-Key` that was answered with this transaction: of several that ask for the same, one each. */
  claimed_by: TokenHash | null
  /** The redeem that was written anew for it, so that what it burned is paid. */
  transaction_id: string | null
  found_at: number
}

export type IdempotencyRow = {
  account_id: string
  key_hash: TokenHash
  fingerprint: TokenHash
  kind: 'transaction' | 'wallet'
  subject_id: string
  /** HTTP status of the first answer, and its refusal code where it was one; null while that is not known. */
  status: number | null
  code: string | null
  created_at: number
}

/** Receipts are signed with the one key that is not retired. A retired one keeps its public half, and no other. */
export type NotaryKeyRow = {
  fingerprint: string
  public_key: string
  seed: Sealed | null
  created_at: number
  retired_at: number | null
  /** What it has signed counts for nothing any more: its private half was in the wrong hands. */
  revoked_at: number | null
}

export type SessionRow = {
  id: string
  account_id: string
  hash: TokenHash
  /** The browser extension that signed in; null for the gateway's own pages and programs. */
  extension_origin: string | null
  user_agent: string | null
  created_at: number
  last_seen_at: number
  expires_at: number
  /** Keyed, over the columns that say whose it is (`db/row-macs.ts`). */
  mac: TokenHash | null
}

export type ChallengeRow = {
  hash: TokenHash
  purpose: 'sign-in-totp' | 'sign-in-passkey' | 'add-passkey'
  /** The account that waits for its code, or the session that adds a passkey. */
  subject: string | null
  /** Of the value that a passkey has to sign. */
  answer_hash: TokenHash | null
  wrong: number
  expires_at: number
  /** Keyed, over the columns that decide who gets in (`db/row-macs.ts`). */
  mac: TokenHash | null
}

export type PasskeyRow = {
  id: string
  account_id: string
  /** Base64url, as is the key (COSE). */
  credential_id: string
  public_key: string
  counter: number
  /** Space-separated. */
  transports: string
  backed_up: number
  name: string
  created_at: number
  last_used_at: number | null
  /** Keyed, over the columns that say whose it is (`db/row-macs.ts`). */
  mac: TokenHash | null
}

export type EventRow = {
  position: number
  id: string
  at: number
  account_id: string | null
  type: EventType
  outcome: string
  credential_type: 'session' | 'api_key' | 'command_line' | null
  credential_id: string | null
  address: string | null
  subject: string | null
  /** Over this row and the MAC of the row before. */
  mac: TokenHash
}
