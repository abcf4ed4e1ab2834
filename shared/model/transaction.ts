import * as z from 'zod/mini'
import { growing } from './growing.ts'
import { DateTime, HexAddress, Id, TxHash } from './ids.ts'
import { Amount, Ether } from './money.ts'

/** `RECEIVE`: money that came in, from another wallet of this gateway or from outside. The others are calls of the account. */
export const TransactionType = z.enum(['FUND', 'MINT', 'TRANSFER', 'REDEEM', 'RECEIVE'])
export type TransactionType = z.infer<typeof TransactionType>

/** What an account can ask for. */
export type CallType = Exclude<TransactionType, 'RECEIVE'>

/** `out`: calls of the account. `in`: what came in. */
export const Direction = z.enum(['out', 'in', 'all'])
export type Direction = z.infer<typeof Direction>

export const TransactionStatus = z.enum(['PENDING', 'SETTLING', 'SETTLED', 'FAILED'])
export type TransactionStatus = z.infer<typeof TransactionStatus>

/**
 * Why a transaction is not yet settled, where there is more to say than its status. `token_refusal`: the token is paused, or
 * one of the addresses is on a deny list; it goes on by itself once that is lifted. `approval`: a policy sends it to a person,
 * and nothing is signed before.
 */
export const WaitingFor = z.enum([
  'approval',
  'confirmation',
  'amount',
  'public_decryption',
  'operator_gas',
  'operator_liquidity',
  'token_refusal',
])
export type WaitingFor = z.infer<typeof WaitingFor>

export const Transaction = z.object({
  id: Id,
  type: TransactionType,
  status: TransactionStatus,
  /**
   * Null of a `RECEIVE`: not known yet (`waitingFor` is `amount`), or sealed, since the wallet is watch-only. Null too of a
   * payment that was written again (`rebuiltAt`) and has failed, if the chain does not show the requested amount.
   */
  amount: z.nullable(Amount),
  token: z.string(),
  /** Hash of the first leg that moves value. */
  txHash: z.nullable(TxHash),
  /** Hash of the transaction that took it back, at the same nonce; null unless it was cancelled. Older gateways lack it. */
  cancelledByTxHash: z.optional(z.nullable(TxHash)),
  /** Hash of a redeem's payout; null until the payout exists. */
  settlementTxHash: z.nullable(TxHash),
  /**
   * ETH that the transaction of `txHash` took in gas, or the one that took it back; null until it is mined, of a
   * `RECEIVE`, and where the node does not say it. Older gateways lack it.
   */
  gasFee: z.optional(z.nullable(Ether)),
  /** The same of `settlementTxHash`. */
  settlementGasFee: z.optional(z.nullable(Ether)),
  walletId: Id,
  createdAt: DateTime,
  updatedAt: DateTime,
  /** Only when the status is FAILED. */
  error: z.optional(z.string()),
  /** Only where no person has approved it. */
  failure: z.optional(growing(z.enum(['approval_rejected', 'approval_expired']))),
  /**
   * Who pays: the wallet, or the operator for what the faucet gives. Of a `RECEIVE` the sender that the token names: at the address
   * of a request the zero address for a wrap, and the contract of cSTABLE for a payout. Older gateways lack it.
   */
  from: z.optional(z.nullable(HexAddress)),
  to: z.nullable(HexAddress),
  waitingFor: z.nullable(growing(WaitingFor)),
  externalId: z.nullable(z.string()),
  /** The batch that it is a row of, if it is one. Older gateways lack it. */
  batchId: z.optional(z.nullable(Id)),
  /** What the account has written about it for itself; in no receipt. Older gateways lack it. */
  note: z.optional(z.nullable(z.string())),
  /** Only of a payment that names a request, and of what came to the address of one, or was collected there. */
  requestId: z.optional(Id),
  /** Only of a payment that a restored database did not know: when the gateway wrote it again from what the chain has of it. */
  rebuiltAt: z.optional(DateTime),
})
export type Transaction = z.infer<typeof Transaction>
