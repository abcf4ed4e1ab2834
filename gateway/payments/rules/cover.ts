import { formatUnits } from '#shared/model/money.ts'
import { invalid } from '#shared/refusal.ts'
import { readerOf, readPlaintexts } from '../../decryption/read-plaintexts.ts'
import type { Spendable } from '../../legs/spendable.ts'
import type { Wallet } from '../../wallets/store.ts'
import type { World } from '../../world/world.ts'

/** Refuses where a wallet's public balance, less what is under way, does not cover an amount. */
export function requirePublicCover(world: World, spendable: Spendable, units: bigint): void {
  if (spendable.stable < units) throw notCovered(spendable.stable, world.chain.tokens.stable.symbol)
}

/**
 * The same for its confidential balance, derived or else decrypted. Never sent blind: where decryption is away, it is the 502 of
 * `submit/failed-payment.ts`.
 */
export async function requireConfidentialCover(
  world: World,
  wallet: Wallet,
  spendable: Spendable,
  units: bigint,
): Promise<void> {
  const known = await readPlaintexts(world, [spendable.handle], readerOf(world, wallet.id))
  const available = (known.get(spendable.handle) ?? 0n) - spendable.confidentialUnderway
  if (available < units) throw notCovered(available, world.chain.tokens.cstable.symbol)
}

function notCovered(available: bigint, symbol: string) {
  return invalid(
    'amount',
    `is more than the ${formatUnits(available < 0n ? 0n : available)} ${symbol} available`,
    'insufficient_balance',
  )
}
