import type { Town } from './town.ts'
import type { Address } from './wish.ts'

/** Somebody uses a key of the gateway's elsewhere. */
export function useElsewhere(town: Town, sender: Address, count: number): void {
  const { ledger } = town.world.chain
  for (let sent = 0; sent < count; sent++) {
    town.outside += 1
    const nonce = ledger.holder(sender).nonce
    ledger.take({
      hash: `0x${town.outside.toString(16).padStart(64, '0')}`,
      sender,
      nonce,
      action: { do: 'nothing' },
      cost: 0n,
      fee: 10n ** 18n,
    })
  }
}
