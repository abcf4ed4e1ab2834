import type { Db } from '../db/database.ts'
import { nextTurn } from '../world/next-turn.ts'
import { evaluate, type PolicyInForce, type Verdict } from './evaluate.ts'
import { askedOf, type Binding, bindingOf, type Deps, type Order, policiesWithSpending } from './in-force.ts'

/** Other requests get their turn after so many payments. */
const IN_A_ROW = 100

type Bound = { binding: Binding; inForce: readonly PolicyInForce[] } | undefined

/**
 * What would become of transfers of one caller, asked for one after another, by policies as they are now: what passes counts
 * against the limits of what follows, what waits for a person does not. Nothing is reserved.
 */
export async function forecast(db: Db, world: Deps, orders: readonly Order[]): Promise<Verdict[]> {
  const bounds = new Map<string, Promise<Bound>>()
  const taken = new Map<string, bigint>()
  const verdicts: Verdict[] = []
  for (const [index, order] of orders.entries()) {
    if (index % IN_A_ROW === IN_A_ROW - 1) await nextTurn()
    const { wallet, token, units } = order
    const name = `${wallet.id} ${token}`
    const known = bounds.get(name) ?? boundBy(db, world, order)
    bounds.set(name, known)
    const bound = await known
    if (bound === undefined) {
      verdicts.push({ is: 'allowed' })
      continue
    }
    const keyOf = ({ of }: PolicyInForce) => `${of === 'wallet' ? wallet.id : of} ${token}`
    const inForce = bound.inForce.map((one) => {
      const more = taken.get(keyOf(one)) ?? 0n
      return { ...one, spent: { day: one.spent.day + more, month: one.spent.month + more } }
    })
    const verdict = evaluate(inForce, await askedOf(db, world, order, bound.binding))
    verdicts.push(verdict)
    if (verdict.is === 'allowed')
      for (const one of inForce) taken.set(keyOf(one), (taken.get(keyOf(one)) ?? 0n) + units)
  }
  return verdicts
}

async function boundBy(db: Db, world: Deps, order: Order): Promise<Bound> {
  const binding = await bindingOf(db, world, order)
  return binding && { binding, inForce: await policiesWithSpending(db, world, order, binding) }
}
