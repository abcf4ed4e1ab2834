import { formatUnits } from '#shared/model/money.ts'
import { invalid } from '#shared/refusal.ts'
import { readerOf, readPlaintexts } from '../../decryption/read-plaintexts.ts'
import type { Reading } from '../../legs/reading.ts'
import type { Spendable } from '../../legs/spendable.ts'
import type { Wallet } from '../../wallets/store.ts'
import type { World } from '../../world/world.ts'
import type { Draft } from '../submit/draft.ts'

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

/**
 * Derives or decrypts the confidential balance that a payment is decided on, which can take half a minute: asked without a
 * lock, so that the amount is known under it. Throws `ConfidentialUnavailable`.
 */
export async function learnBalance(world: World, { confidential, wallet, sender }: Draft, { wallets }: Reading) {
  const handle = wallets.get(sender)?.handle
  if (confidential && handle !== undefined) await readPlaintexts(world, [handle], readerOf(world, wallet.id))
}

function notCovered(available: bigint, symbol: string) {
  return invalid(
    'amount',
    `is more than the ${formatUnits(available < 0n ? 0n : available)} ${symbol} available`,
    'insufficient_balance',
  )
}
