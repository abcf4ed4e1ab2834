import type { Address } from '#shared/model/ids.ts'
import type { Call, Estimate, Fees, WalletReading } from './port.ts'

/**
 * `spenders`: who pays now, or has promised to. `others`: wallets whose balances matter as well. `notBefore`: a block that was
 * shown before, to this process or to another one.
 */
export type PaymentQuestion = {
  spenders: readonly Address[]
  others: readonly Address[]
  calls: readonly { sender: Address; call: Call }[]
  notBefore?: number
}

/**
 * Balances are those of one block. Nonces, fees and estimates are what the node said in the same moment, which may be a block
 * earlier or later: a refusal needs to ask again at that block, and a signature does not.
 */
export type PaymentReading = {
  block: number
  /** Whether a newer block was shown before, and the chain has not been shorter for long: balances may be more by now. */
  isOld: boolean
  wallets: ReadonlyMap<Address, WalletReading>
  /** `mined` and `pending`: as `nonce` and `pendingNonce` say. */
  nonces: ReadonlyMap<Address, { mined: number; pending: number }>
  fees: Fees
  /** In the order of the calls. */
  estimates: readonly Estimate[]
}
