import { foreignUses } from '../legs/reconciling/foreign.ts'
import { listInFlight } from '../transactions/store.ts'
import type { World } from '../world/world.ts'

/**
 * What a person has to see to, while the gateway goes on taking payments: so it makes nothing unready, or anybody with a large
 * redeem could have a balancer take every gateway out. How many, and the command that shows which: anyone may read this.
 */
export type Warning = {
  name: 'waiting_for_liquidity' | 'waiting_for_gas' | 'foreign_transactions'
  count: number
  see: 'sotto owed'
}

export async function findWarnings(world: World): Promise<Warning[]> {
  const [inFlight, foreign] = await Promise.all([listInFlight(world.db), foreignUses(world)])
  const waiting = (what: string) => inFlight.filter(({ waitingFor }) => waitingFor === what).length
  const counts = {
    waiting_for_liquidity: waiting('operator_liquidity'),
    waiting_for_gas: waiting('operator_gas'),
    foreign_transactions: foreign.length,
  }
  return (Object.keys(counts) as Warning['name'][])
    .filter((name) => counts[name] > 0)
    .map((name) => ({ name, count: counts[name], see: 'sotto owed' }))
}
