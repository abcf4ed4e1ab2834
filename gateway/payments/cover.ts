import { formatUnits } from '#shared/model/money.ts'
import { invalid } from '#shared/refusals.ts'
import { readPlaintexts } from '../decryption/read-plaintexts.ts'
import type { Standing } from '../legs/spendable.ts'
import { signerOf } from '../wallets/own-wallet.ts'
import type { Wallet } from '../wallets/store.ts'
import type { World } from '../world/world.ts'

/** Refuses where a wallet's public balance, less what is under way, does not cover an amount. */
export function requirePublicCover(world: World, standing: Standing, units: bigint): void {
  if (standing.stable < units) throw notCovered(standing.stable, world.chain.tokens.stable.symbol)
}

/** The same for its confidential balance, which is decrypted if it was not seen before. Never sent blind. */
export async function requireConfidentialCover(
  world: World,
  wallet: Wallet,
  standing: Standing,
  units: bigint,
): Promise<void> {
  const known = await readPlaintexts(world, [standing.handle], () => signerOf(world, wallet.id))
  const available = (known.get(standing.handle) ?? 0n) - standing.confidentialUnderway
  if (available < units) throw notCovered(available, world.chain.tokens.cstable.symbol)
}

function notCovered(available: bigint, symbol: string) {
  return invalid('amount', `is more than the ${formatUnits(available < 0n ? 0n : available)} ${symbol} available`)
}
