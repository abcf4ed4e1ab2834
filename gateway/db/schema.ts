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
  legs: LegRow
  attempts: AttemptRow
  plaintexts: { handle: Hex; amount: Sealed; created_at: number }
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
}

export type AccountRow = {
  id: string
  email: string
  name: string
  company: string
  password_hash: string
  must_change_password: number
  disabled_at: number | null
  last_login_at: number | null
  created_at: number
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
  settlement_tx_hash: Hex | null
  /** 1 where a burned amount can never be paid out by trying again, until the operator has paid or returned it. */
  owed: number
  created_at: number
  updated_at: number
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
}
