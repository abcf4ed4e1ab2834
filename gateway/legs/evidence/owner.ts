import type { Address } from '#shared/model/ids.ts'

/** What legs know of the payment that they belong to. */
export type LegOwner = {
  id: string
  accountId: string
  walletId: string
  units: bigint
  toAddress: Address | null
}
