import type { Hex } from '#shared/model/ids.ts'
import type { Sealed, TokenHash } from '../crypto/keyring.ts'
import type { OutboxRow } from './outbox-rows.ts'
import type {
  ArrivalRow,
  AttemptRow,
  LegRow,
  PlaintextRow,
  SenderRow,
  TransactionRow,
  TransactionTotalRow,
  UnattributedRow,
} from './payment-rows.ts'
import type {
  AccountRow,
  ApiKeyRow,
  ChallengeRow,
  EventRow,
  NotaryKeyRow,
  PasskeyRow,
  SessionRow,
} from './sign-in-rows.ts'

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
  arrivals: ArrivalRow
  /** Blocks up to which money from outside was looked for, the newest last: where the next look begins. */
  scanned_blocks: { block_number: number; block_hash: Hex }
  /** When this gateway began to look: what came in before is looked for on demand. */
  scan_begins: { at: number }
  outbox: OutboxRow
  /** The number of the last news of each account. */
  outbox_heads: { account_id: string; sequence: number }
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
