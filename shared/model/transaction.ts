import * as z from 'zod/mini'
import { DateTime, HexAddress, Id, TxHash } from './ids.ts'
import { Amount } from './money.ts'

export const TransactionType = z.enum(['FUND', 'MINT', 'TRANSFER', 'REDEEM'])
export type TransactionType = z.infer<typeof TransactionType>

export const TransactionStatus = z.enum(['PENDING', 'SETTLING', 'SETTLED', 'FAILED'])
export type TransactionStatus = z.infer<typeof TransactionStatus>

/** Why a transaction is not yet settled, where there is more to say than its status. */
export const WaitingFor = z.enum(['confirmation', 'amount', 'public_decryption', 'operator_gas', 'operator_liquidity'])
export type WaitingFor = z.infer<typeof WaitingFor>

export const Transaction = z.object({
  id: Id,
  type: TransactionType,
  status: TransactionStatus,
  amount: Amount,
  token: z.string(),
  /** Hash of the first leg that moves value. */
  txHash: z.nullable(TxHash),
  /** Hash of the transaction that took it back, at the same nonce; null unless it was cancelled. Older gateways lack it. */
  cancelledByTxHash: z.optional(z.nullable(TxHash)),
  /** Hash of a redeem's payout; null until the payout exists. */
  settlementTxHash: z.nullable(TxHash),
  walletId: Id,
  createdAt: DateTime,
  updatedAt: DateTime,
  /** Only when the status is FAILED. */
  error: z.optional(z.string()),
  to: z.nullable(HexAddress),
  waitingFor: z.nullable(WaitingFor),
  externalId: z.nullable(z.string()),
})
export type Transaction = z.infer<typeof Transaction>
