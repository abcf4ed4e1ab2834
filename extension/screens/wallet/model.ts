import type { Wallet } from '#shared/model/wallet.ts'
import type { Profile } from '../../gateway/profiles.ts'

export type WalletDeed = 'rename' | 'primary' | 'remove' | 'export'

/**
 * What can be done with a wallet itself. A key for some wallets may rename them and no more; a key of a wallet is
 * exported with a sign-in, so it does not matter what the API key may do.
 */
export function walletActionsOf(
  { type, isPrimary }: Pick<Wallet, 'type' | 'isPrimary'>,
  { key }: Pick<Profile, 'key'>,
): WalletDeed[] {
  const manages = key.scopes.includes('manage')
  const whole = manages && key.walletIds === null
  const deeds: [WalletDeed, boolean][] = [
    ['rename', manages],
    ['primary', whole && !isPrimary],
    ['export', type === 'CUSTODIAL'],
    ['remove', manages && type === 'EXTERNAL'],
  ]
  return deeds.flatMap(([deed, allowed]) => (allowed ? [deed] : []))
}

/** A label as the API takes it: null takes it away. */
export function labelOf(typed: string): string | null {
  const label = typed.trim()
  return label === '' ? null : label
}

/** What the file of an exported key is called. */
export function keyFileName(address: string): string {
  return `sotto-key-${address.slice(0, 10).toLowerCase()}.json`
}
