import type { BatchStatus } from '#shared/model/batch.ts'
import type { TransactionStatus } from '#shared/model/transaction.ts'

/** What happened in an account, numbered without a gap. Nothing of it is secret that `transactions` does not tell. */
export type OutboxRow = {
  accountId: string
  sequence: number
  /** `removed`: of a transaction that is not there any more. `balance`: of a wallet whose balances may have changed. */
  kind: 'transaction' | 'removed' | 'balance' | 'batch'
  /** ID of the transaction, of the wallet, or of the batch. */
  subject: string
  /** Empty of a batch, which may pay from several: it is told to credentials of the whole account alone. */
  walletId: string
  /** Of a transaction or a batch: what it was then. */
  status: TransactionStatus | BatchStatus | null
  createdAt: number
}
