import { GAS_FULL, GAS_LOW } from '#shared/limits.ts'
import { parseAmount } from '#shared/model/money.ts'
import type { PaymentReading } from '../../chain/payment-reading.ts'
import type { Wallet } from '../../wallets/store.ts'
import type { World } from '../../world/world.ts'
import { gasLeft } from './faucet-grants.ts'

const etherToWei = (ether: string) => (parseAmount(ether) ?? 0n) * 10n ** 12n

/** More than any payment takes (with a pad and a permission: 750 k and 75 k; a wrap with its approval: 700 k and 65 k). */
const PAYMENT_GAS = 850_000n

/** One transfer, as `PAYMENT_GAS`, and something for what gas costs a moment later. */
const COLLECTION_GAS = 900_000n

/**
 * Wei that bring a custodial wallet that has little gas to a full tank. Where gas is dear a tank holds two payments and a
 * half at what it costs now, as far as the account's share of the day goes.
 */
export async function gasToGive(world: World, wallet: Wallet, reading: PaymentReading): Promise<bigint> {
  if (!hasTank(wallet)) return 0n
  const has = reading.wallets.get(wallet.address)?.wei ?? 0n
  // The address of a request sends once or twice: gas that is left there is lost.
  if (wallet.forRequest) return max(0n, COLLECTION_GAS * reading.fees.maxFee - has)
  const payment = PAYMENT_GAS * reading.fees.maxFee
  const [low, full] = [etherToWei(GAS_LOW), etherToWei(GAS_FULL)]
  if (has >= max(low, payment)) return 0n
  const least = max(0n, full - has)
  const most = max(full, (payment * 5n) / 2n) - has
  return max(least, min(most, await gasLeft(world, wallet.accountId)))
}

/** Only a wallet that this gateway signs for needs gas from it. */
export const hasTank = ({ type }: Pick<Wallet, 'type'>) => type === 'CUSTODIAL'

const min = (a: bigint, b: bigint) => (a < b ? a : b)
const max = (a: bigint, b: bigint) => (a > b ? a : b)
