import type { Account, Stage } from '../stage.ts'
import { apiOf } from './api-of.ts'

export type Wallet = { id: string; address: `0x${string}`; account: Account }

const GAS_WEI = 10n ** 21n

/** Wallets with gas, STABLE and cSTABLE, made through the API while nothing is broken. */
export async function makeWallets(stage: Stage, each = 2): Promise<Wallet[]> {
  const made = await Promise.all(stage.accounts.map((account) => walletsOf(stage, account, each)))
  return made.flat()
}

/** Of one account. */
export async function walletsOf(stage: Stage, account: Account, count: number): Promise<Wallet[]> {
  const api = apiOf(stage, account)
  const made: Wallet[] = []
  while (made.length < count) {
    const { wallet } = await api.createWallet({ type: 'custodial' })
    const address = wallet.address as `0x${string}`
    await stage.controls.setBalance(address, GAS_WEI)
    await api.fund({ walletId: wallet.id, amount: '1000' })
    await api.mint({ walletId: wallet.id, amount: '500' })
    made.push({ id: wallet.id, address, account })
  }
  return made
}
