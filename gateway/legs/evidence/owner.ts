import type { Address } from '#shared/model/ids.ts'
import type { TransactionType } from '#shared/model/transaction.ts'

/** What legs know of the payment that they belong to. */
export type LegOwner = {
  id: string
  type: TransactionType
  requestDigest: string | null
  accountId: string
  walletId: string
  units: bigint
  toAddress: Address | null
}
