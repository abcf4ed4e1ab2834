import type { TransactionStatus } from '#shared/model/transaction.ts'

/** What happened in an account, numbered without a gap. Nothing of it is secret that `transactions` does not tell. */
export type OutboxRow = {
  accountId: string
  sequence: number
  /** `removed`: of a transaction that is not there any more. `balance`: of a wallet whose balances may have changed. */
  kind: 'transaction' | 'removed' | 'balance'
  /** ID of the transaction, or of the wallet. */
  subject: string
  walletId: string
  /** Of a transaction that has become something else: what it was then. */
  status: TransactionStatus | null
  createdAt: number
}
