import type { ApprovalEvent } from '#shared/model/approval.ts'
import type { BatchStatus } from '#shared/model/batch.ts'
import type { RequestEvent } from '#shared/model/request.ts'
import type { TransactionStatus } from '#shared/model/transaction.ts'

/** What happened in an account, numbered without a gap. Nothing of it is secret that `transactions` does not tell. */
export type OutboxRow = {
  accountId: string
  sequence: number
  /**
   * `removed`: of a transaction that is not there any more. `balance`: of a wallet whose balances may have changed.
   * `request`: of a payment request. `approval`: of a transaction that waits for a person. `batch`: of a batch.
   */
  kind: 'transaction' | 'removed' | 'balance' | 'request' | 'approval' | 'batch'
  /** ID of the transaction, the wallet, the request or the batch. */
  subject: string
  /** Empty of a batch, which may pay from several: it is told to credentials of the whole account alone. */
  walletId: string
  /** New status of a transaction or a batch, as it was then; for a request or an approval, the event. */
  status: TransactionStatus | RequestEvent | ApprovalEvent | BatchStatus | null
  createdAt: number
}
