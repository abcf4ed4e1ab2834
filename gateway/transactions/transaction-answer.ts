import { formatEther, formatUnits } from '#shared/model/money.ts'
import type { Transaction as Answer } from '#shared/model/transaction.ts'
import { unapprovedBy } from './approvals/end.ts'
import type { Transaction } from './store.ts'

/** The transaction as the API shows it. `walletId`: of one at the address of a request, that of the request. */
export function transactionAnswer(transaction: Transaction, walletId = transaction.walletId): Answer {
  const failure = transaction.status === 'FAILED' ? unapprovedBy(transaction.error) : undefined
  return {
    id: transaction.id,
    type: transaction.type,
    status: transaction.status,
    amount: transaction.unknown ? null : formatUnits(transaction.units),
    token: transaction.token,
    txHash: transaction.txHash,
    cancelledByTxHash: transaction.cancelledByTxHash,
    settlementTxHash: transaction.settlementTxHash,
    gasFee: etherOf(transaction.gasFee),
    settlementGasFee: etherOf(transaction.settlementGasFee),
    walletId,
    createdAt: new Date(transaction.createdAt).toISOString(),
    updatedAt: new Date(transaction.updatedAt).toISOString(),
    ...(transaction.status === 'FAILED' ? { error: transaction.error ?? 'no reason is known' } : {}),
    ...(failure === undefined ? {} : { failure }),
    from: transaction.fromAddress,
    to: transaction.toAddress,
    waitingFor: transaction.waitingFor,
    externalId: transaction.externalId,
    batchId: transaction.batchId,
    note: transaction.note,
    ...(transaction.requestId === null ? {} : { requestId: transaction.requestId }),
    ...(transaction.rebuiltAt === null ? {} : { rebuiltAt: new Date(transaction.rebuiltAt).toISOString() }),
  }
}

function etherOf(wei: string | null): string | null {
  return wei === null ? null : formatEther(BigInt(wei))
}
