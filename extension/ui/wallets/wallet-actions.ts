import type { Wallet } from '#shared/model/wallet.ts'

export const actions = ['send', 'receive', 'mint', 'redeem', 'fund'] as const
export type WalletAction = (typeof actions)[number]

/** What can be done with a wallet: only the gateway's own wallets pay, and only with a key that may. */
export function actionsOf({ type }: Pick<Wallet, 'type'>, scopes: readonly string[]): WalletAction[] {
  if (!scopes.includes('pay')) return ['receive']
  return type === 'CUSTODIAL' ? [...actions] : ['receive', 'fund']
}
