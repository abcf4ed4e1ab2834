import { otherUsesOfKey } from '../legs/reconciling/operator-key.ts'
import { listInFlight } from '../transactions/store.ts'
import type { World } from '../world/world.ts'

/**
 * What a person has to see to, while the gateway goes on taking payments: so it makes nothing unready, or anybody with a large
 * redeem could have a balancer take every gateway out. How many, and the command that shows which: anyone may read this; what
 * the operator lacks (`lacks.ts`) only those who may read the metrics.
 */
export type Warning = {
  name: 'waiting_for_liquidity' | 'waiting_for_gas' | 'foreign_transactions' | 'confirming_nodes'
  count: number
  see: 'sotto owed' | 'sotto doctor'
}

/** What redeems wait for at the operator. */
export const lacking = {
  waiting_for_liquidity: 'operator_liquidity',
  waiting_for_gas: 'operator_gas',
} as const

export async function findWarnings(world: World): Promise<Warning[]> {
  const [inFlight, otherUses] = await Promise.all([listInFlight(world.db), otherUsesOfKey(world)])
  const waiting = (name: keyof typeof lacking) =>
    inFlight.filter(({ waitingFor }) => waitingFor === lacking[name]).length
  const counts = {
    waiting_for_liquidity: waiting('waiting_for_liquidity'),
    waiting_for_gas: waiting('waiting_for_gas'),
    foreign_transactions: otherUses.length,
    // While one of them does not answer, the gateway lists no arrival and pays nothing out of the float.
    confirming_nodes: world.chain.nodesBehind(),
  }
  return (Object.keys(counts) as Warning['name'][])
    .filter((name) => counts[name] > 0)
    .map((name) => ({ name, count: counts[name], see: name === 'confirming_nodes' ? 'sotto doctor' : 'sotto owed' }))
}
