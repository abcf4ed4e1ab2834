import { Refusal } from '#shared/refusal.ts'
import type { Chain } from '../port.ts'
import { walletKeys } from './wallet-keys.ts'

/** Stands in where a live network lacks configuration: accounts and wallets work, whatever needs the chain is a 503. */
export function unconfiguredChain(variable: string, chainId: number): Chain {
  return new Proxy({ chainId, wallets: walletKeys, nodesBehind: () => 0 } as Chain, {
    get(target, property) {
      if (property in target) return Reflect.get(target, property)
      throw new Refusal('not_configured', { message: `${variable} is not set: this gateway cannot reach a chain.` })
    },
  })
}
