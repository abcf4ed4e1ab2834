import type { Wallet as WalletAnswer } from '#shared/model/wallet.ts'
import type { Wallet } from './store.ts'

/** The wallet as the API shows it. */
export function walletAnswer(wallet: Wallet): WalletAnswer {
  const { id, address, type, label, isPrimary, createdAt, rebuiltAt } = wallet
  const rebuilt = rebuiltAt === null ? {} : { rebuiltAt: new Date(rebuiltAt).toISOString() }
  return { id, address, type, label, isPrimary, createdAt: new Date(createdAt).toISOString(), ...rebuilt }
}

/** The wallet as `GET /wallets/{id}` shows it beside its balances: the contract leaves its type out. */
export function walletSummary({ type: _, ...summary }: WalletAnswer): Omit<WalletAnswer, 'type'> {
  return summary
}
