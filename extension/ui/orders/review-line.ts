import type { Wallet } from '#shared/model/wallet.ts'

/** One line of a review, as a screen's model writes it. An address is shown in full, whatever it is called. */
export type ReviewLine = { name: string } & (
  | { is: 'amount'; amount: string; token: string }
  | { is: 'party'; label: string | null; address: string; note?: string }
  | { is: 'text'; text: string }
  /** Estimated from what gas costs now; `has` is the wallet's ETH, as a decimal string. */
  | { is: 'fee'; units: bigint; has: string }
)

export function walletLineOf(name: string, { label, address }: Pick<Wallet, 'label' | 'address'>): ReviewLine {
  return { name, is: 'party', label, address }
}
