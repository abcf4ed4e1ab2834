import * as z from 'zod/mini'
import { growing } from './growing.ts'
import { DateTime, HexAddress, Id, TxHash } from './ids.ts'
import { Amount, Ether } from './money.ts'
import { Nota } from './nota.ts'
import { PolicyOf, PolicyRule } from './policy.ts'

/** `DRAFT`: checked, nothing paid. `PAUSED`: by a person, or by what its `reason` says. `DONE`: nothing is left to pay. */
export const BatchStatus = z.enum(['DRAFT', 'RUNNING', 'PAUSED', 'DONE', 'CANCELLED'])
export type BatchStatus = z.infer<typeof BatchStatus>

/**
 * State of a row. `INVALID`: it has a flaw and is never paid. `WAITING`: not paid yet. From `PENDING` on it has a transaction,
 * but where it was refused. `CANCELLED`: never to be paid.
 */
export const RowStatus = z.enum(['INVALID', 'WAITING', 'PENDING', 'SETTLED', 'FAILED', 'CANCELLED'])
export type RowStatus = z.infer<typeof RowStatus>

/** What a row says, by the names of `POST /transfer`, and a memo of one's own. Texts as they were written. */
export const rowFields = [
  'walletId',
  'amount',
  'token',
  'to',
  'nota',
  'toWalletId',
  'externalId',
  'memo',
  'name',
] as const
export type RowField = (typeof rowFields)[number]

/**
 * What is wrong with a row. `required`: nothing is written there. `receivers`: none, or more than one. `card`: it is not valid.
 * `recipient`: nothing is sent to that address. `cells`: more of them than the header has. `text`: too long, or with characters
 * that are not taken. `date`: the day on which it is to be paid has not come.
 */
export const rowFlawReasons = [
  'required',
  'amount',
  'comma',
  'token',
  'address',
  'receivers',
  'card',
  'recipient',
  'unknown_wallet',
  'external_wallet',
  'text',
  'quotes',
  'cells',
  'currency',
  'bank_account',
  'date',
] as const
export type RowFlawReason = (typeof rowFlawReasons)[number]

/** `line`: of a file's row as a spreadsheet counts it, the header included; null where rows came as JSON. */
export const RowFlaw = z.object({
  row: z.number(),
  line: z.nullable(z.number()),
  /** As the file calls it. */
  column: z.string(),
  message: z.string(),
  /** One of `rowFlawReasons`; of a newer gateway perhaps another one, and none of an older gateway. */
  reason: z.optional(z.string()),
})
export type RowFlaw = z.infer<typeof RowFlaw>

/** A row that pays the same receiver, amount and `externalId` as another row, or as a payment of the last 90 days. */
export const Duplicate = z.object({
  row: z.number(),
  line: z.nullable(z.number()),
  of: z.object({
    row: z.nullable(z.number()),
    batchId: z.nullable(Id),
    transactionId: z.nullable(Id),
    /** When it was paid; the time of the report where it is still to be paid; null of a row of this batch or of a draft. */
    at: z.nullable(DateTime),
  }),
})
export type Duplicate = z.infer<typeof Duplicate>

/**
 * Details of a `batch_conflict`: rows that were paid elsewhere since the batch was checked. Neither lines nor times are told. The list
 * is cut: the count beside it says how many there are.
 */
export const PaidElsewhere = z.object({ duplicates: z.number(), firstDuplicates: z.array(Duplicate) })
export type PaidElsewhere = z.infer<typeof PaidElsewhere>

/** A row that a policy does not let pass by itself: it would fail, or wait for a person. */
export const RowVerdict = z.object({
  row: z.number(),
  line: z.nullable(z.number()),
  is: z.enum(['denied', 'waits']),
  rule: growing(PolicyRule),
  of: growing(PolicyOf),
})
export type RowVerdict = z.infer<typeof RowVerdict>

const WalletTotal = z.object({
  walletId: Id,
  token: z.string(),
  rows: z.number(),
  amount: Amount,
  /** Null where it is not known now. */
  available: z.nullable(Amount),
  covered: z.nullable(z.boolean()),
})

const WalletGas = z.object({ walletId: Id, needs: Ether, has: z.nullable(Ether), covered: z.nullable(z.boolean()) })

/** Findings of the check when the batch was made. Lists are cut: the counts beside them say how many there are. */
export const BatchReport = z.object({
  at: DateTime,
  flaws: z.number(),
  firstFlaws: z.array(RowFlaw),
  duplicates: z.number(),
  firstDuplicates: z.array(Duplicate),
  /** The newest `at` of all duplicates, also of those that are not listed. Drafts of older gateways lack it. */
  newestDuplicateAt: z.optional(z.nullable(DateTime)),
  /**
   * By the policies of then, for the account or key that made it, row after row: what passes counts against the limits of what
   * follows. Drafts of older gateways lack them.
   */
  denied: z.optional(z.number()),
  waits: z.optional(z.number()),
  firstVerdicts: z.optional(z.array(RowVerdict)),
  totals: z.array(WalletTotal),
  gas: z.array(WalletGas),
  /** Zero-knowledge proofs that are to be made, of which one stands for up to 32 rows; 0 where amounts need none. */
  proofs: z.number(),
  /** About how long it will take. */
  seconds: z.number(),
})
export type BatchReport = z.infer<typeof BatchReport>

export const BatchProgress = z.object({
  status: RowStatus,
  rows: z.number(),
  amounts: z.array(z.object({ token: z.string(), amount: Amount })),
})
export type BatchProgress = z.infer<typeof BatchProgress>

export const Batch = z.object({
  id: Id,
  name: z.nullable(z.string()),
  status: BatchStatus,
  /** Why it is paused, where the gateway did that: a code of a refusal, or the reason of a flaw. */
  reason: z.nullable(z.object({ code: z.string(), message: z.string(), row: z.nullable(z.number()) })),
  rows: z.number(),
  progress: z.array(BatchProgress),
  report: BatchReport,
  createdAt: DateTime,
  updatedAt: DateTime,
  startedAt: z.nullable(DateTime),
  endedAt: z.nullable(DateTime),
})
export type Batch = z.infer<typeof Batch>

export const BatchRow = z.object({
  row: z.number(),
  line: z.nullable(z.number()),
  status: RowStatus,
  walletId: z.nullable(z.string()),
  /** As it was written, where it has a flaw. */
  amount: z.nullable(z.string()),
  token: z.nullable(z.string()),
  to: z.nullable(HexAddress),
  externalId: z.nullable(z.string()),
  memo: z.nullable(z.string()),
  name: z.nullable(z.string()),
  /** From `PENDING` on, unless it was refused. */
  transactionId: z.nullable(Id),
  txHash: z.nullable(TxHash),
  /** Why it is `INVALID` or `FAILED`. */
  error: z.nullable(z.string()),
  /** For a row that a retry made: the failed row. */
  retryOf: z.nullable(z.number()),
  /** For a failed row: the row that a retry has made of it. */
  retriedAs: z.nullable(z.number()),
})
export type BatchRow = z.infer<typeof BatchRow>

/** A settled row's receipt, a nota. */
export const BatchReceipt = z.object({ row: z.number(), transactionId: z.nullable(Id), nota: z.nullable(Nota) })
export type BatchReceipt = z.infer<typeof BatchReceipt>
