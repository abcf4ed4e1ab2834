import type { Address } from '#shared/model/ids.ts'
import { formatEther, formatUnits } from '#shared/model/money.ts'
import type { Signer } from '../chain/port.ts'
import { feesNow } from '../legs/fees.ts'
import { gasReserved } from '../transactions/payouts/operator-reserve.ts'
import { operatorReserved } from '../transactions/payouts/operator-reserve-store.ts'
import { listInFlight } from '../transactions/store.ts'
import type { World } from '../world/world.ts'
import { lacking, type Warning } from './warnings.ts'

/**
 * What the operator has to be sent so that redeems that wait are paid out. `missing`: decimals of the asset that all promised
 * payouts take beyond what is there, gas at today's price; 0 where enough has come since. `since`: ISO 8601, when the first
 * of them began to wait.
 */
export type Lack = { address: Address; asset: string; missing: string; since: string }

export type Lacks = Partial<Record<Warning['name'], Lack>>

/** Asks the chain where a redeem waits. Rejects where that cannot be asked. */
export async function findLacks(world: Pick<World, 'db' | 'keys' | 'chain' | 'config'>): Promise<Lacks> {
  const { operator } = world.chain
  const inFlight = await listInFlight(world.db)
  const sinceOf = (what: string) =>
    Math.min(...inFlight.filter(({ waitingFor }) => waitingFor === what).map(({ updatedAt }) => updatedAt))
  const waits = (['waiting_for_liquidity', 'waiting_for_gas'] as const)
    .map((name) => ({ name, since: sinceOf(lacking[name]) }))
    .filter(({ since }) => Number.isFinite(since))
  if (operator === undefined || waits.length === 0) return {}
  const missing = await missingOf(world, operator)
  return Object.fromEntries(
    waits.map(({ name, since }) => [name, { ...missing[name], since: new Date(since).toISOString() }]),
  )
}

async function missingOf(world: Parameters<typeof findLacks>[0], { address }: Signer) {
  const { chain, db, keys } = world
  const [[held], fees, promised] = await Promise.all([
    chain.readWallets([address]),
    feesNow(world),
    operatorReserved({ db, keys }),
  ])
  if (held === undefined) throw new Error('the node did not say what the operator holds')
  const beyond = (wanted: bigint, there: bigint) => (wanted > there ? wanted - there : 0n)
  const stable = beyond(promised.stable, held.stable)
  const wei = beyond(gasReserved(promised, fees.maxFee), held.wei)
  return {
    waiting_for_liquidity: { address, asset: chain.tokens.stable.symbol, missing: formatUnits(stable) },
    waiting_for_gas: { address, asset: 'ETH', missing: formatEther(wei) },
  }
}
