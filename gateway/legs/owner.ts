import type { Address } from '#shared/model/ids.ts'

/** What legs know of the payment that they belong to. */
export type LegOwner = {
  id: string
  account_id: string
  wallet_id: string
  units: bigint
  to_address: Address | null
}
