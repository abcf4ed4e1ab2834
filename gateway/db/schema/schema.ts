import type { Generated } from 'kysely'
import type { Hex } from '#shared/model/ids.ts'
import type { Sealed, TokenHash } from '../../crypto/keyring.ts'
import type { ApprovalRow } from './approval-rows.ts'
import type { BatchRowRow, BatchStoredRow } from './batch-rows.ts'
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
import type { RequestIndexRow, RequestRow, RequestTotalRow } from './request-rows.ts'
import type {
  AccountRow,
  ApiKeyRow,
  ChallengeRow,
  EventRow,
  NotaryKeyRow,
  PasskeyRow,
  SessionRow,
} from './sign-in-rows.ts'
import type { DeliveryRow, WebhookRow } from './webhook-rows.ts'

/**
 * The tables, as rows. Times are milliseconds since the epoch, flags 0 or 1, units and wei decimal text;
 * whatever is confidential is `Sealed`. `gateway/README.md` says of each table what in it is secret.
 */
export type Schema = {
  secrets: { name: string; value: string }
  accounts: AccountRow
  apiKeys: ApiKeyRow
  wallets: WalletRow
  walletIndexes: WalletIndexRow
  requests: RequestRow
  requestTotals: RequestTotalRow
  requestIndexes: RequestIndexRow
  contacts: ContactRow
  batches: BatchStoredRow
  batchRows: BatchRowRow
  transactions: TransactionRow
  transactionTotals: TransactionTotalRow
  arrivals: ArrivalRow
  /** Blocks up to which money from outside was looked for, the newest last: where the next look begins. */
  scannedBlocks: { blockNumber: number; blockHash: Hex }
  /** When this gateway began to look: what came in before is looked for on demand. */
  scanBegins: { at: number; finds: Generated<number> }
  outbox: OutboxRow
  /** The number of the last news of each account. */
  outboxHeads: { accountId: string; sequence: number }
  webhooks: WebhookRow
  webhookDeliveries: DeliveryRow
  legs: LegRow
  attempts: AttemptRow
  senders: SenderRow
  unattributed: UnattributedRow
  /** When a backup was put in place: the chain and the pools of its nodes may know more than this database. */
  restores: { at: number }
  plaintexts: PlaintextRow
  /** Derived amounts that a decryption contradicted, and whom they misled: a wallet by its ID, or `operator`. */
  derivationMismatches: { handle: Hex; reader: string; createdAt: number }
  /** Until when, in seconds since the epoch, a wallet lets the contract of pads move its tokens. */
  padRights: { address: Hex; until: number }
  /** What became of pads since a process began, for the operator to read; `ready` of one that lives. */
  padCounts: {
    process: string
    address: Hex
    ready: number
    used: number
    thrownAway: number
    noneReady: number
    noRight: number
    noContract: number
    seenAt: number
  }
  /** What pays one redeem each: burns by their handles, and transactions on chain that were found, or noted by a person. */
  paidHashes: { hash: Hex; transactionId: string; createdAt: number }
  faucetGrants: {
    transactionId: string
    accountId: string
    units: string
    wei: string
    fee: string
    createdAt: number
  }
  approvals: ApprovalRow
  idempotencyKeys: IdempotencyRow
  notaryKeys: NotaryKeyRow
  cardKeys: { fingerprint: string; walletId: string; createdAt: number }
  trustedIssuers: { fingerprint: string; label: string | null; createdAt: number }
  recoveryCodes: { hash: TokenHash; accountId: string }
  sessions: SessionRow
  challenges: ChallengeRow
  passkeys: PasskeyRow
  /** What counts against a limit that survives a restart: sign-ins by address, proofs of identity by account. */
  loginAttempts: { id: string; who: string; at: number }
  events: EventRow
  /** Who does what only one may do at a time, and until when by the database's clock. Empty on SQLite, which has one gateway. */
  leases: { name: string; owner: string; until: number }
}

export type WalletRow = {
  id: string
  accountId: string
  address: Hex
  type: 'CUSTODIAL' | 'EXTERNAL'
  label: string | null
  isPrimary: number
  /** The private key; null for an external wallet. */
  key: Sealed | null
  createdAt: number
  archivedAt: number | null
  /** When it was found on the chain again after a restore, if it was. */
  rebuiltAt: number | null
  /** What payments from it must keep to. */
  policy: Sealed | null
  /** 1 of the address of a request, whose ID it has: archived, and watched all the same. */
  forRequest: number
  /** Keyed, over the columns that say whose it is (`db/sealed/row-macs.ts`). */
  mac: TokenHash | null
}

export type ContactRow = {
  id: string
  accountId: string
  /** Keyed, of the account and its address: an account has an address once. */
  addressHash: TokenHash
  /** The same of what its name looks like: no two of an account look alike. */
  nameHash: TokenHash
  /** All that it says, and whose it is. */
  content: Sealed
}

/** One row for an account and a generation of the wallet seed. */
export type WalletIndexRow = {
  accountId: string
  generation: number
  /** Index of the next new wallet: no index at or above it was ever given out. */
  nextIndex: number
  /** While wallets that a restore lost are looked for: the index that is next, and the one where that ends. */
  searchAt: number | null
  searchUntil: number | null
  /** How many came back in the last search. */
  found: number
  /** What is found was made after this moment, and was paid after this block. */
  madeAfter: number | null
  scannedBlock: number | null
}

export type IdempotencyRow = {
  accountId: string
  keyHash: TokenHash
  fingerprint: TokenHash
  kind: 'transaction' | 'wallet' | 'contact' | 'request' | 'batch'
  subjectId: string
  /** HTTP status of the first answer, and its refusal code where it was one; null while that is not known. */
  status: number | null
  code: string | null
  createdAt: number
}
