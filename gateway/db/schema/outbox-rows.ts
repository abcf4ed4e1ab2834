import type { RequestEvent } from '#shared/model/request.ts'
import type { TransactionStatus } from '#shared/model/transaction.ts'

/** What happened in an account, numbered without a gap. Nothing of it is secret that `transactions` does not tell. */
export type OutboxRow = {
  accountId: string
  sequence: number
  /**
   * `removed`: of a transaction that is not there any more. `balance`: of a wallet whose balances may have changed.
   * `request`: of a payment request.
   */
  kind: 'transaction' | 'removed' | 'balance' | 'request'
  /** ID of the transaction, the wallet or the request. */
  subject: string
  walletId: string
  /** Of a transaction that has become something else: what it was then. Of a request: what happened to it. */
  status: TransactionStatus | RequestEvent | null
  createdAt: number
}
