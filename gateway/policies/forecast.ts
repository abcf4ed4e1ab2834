import type { Db } from '../db/database.ts'
import { nextTurn } from '../world/next-turn.ts'
import { evaluate, type Law, type Verdict } from './evaluate.ts'
import { askedOf, type Books, lawsOf, type Order, type Standing, standingOf } from './laws.ts'

/** Other requests get their turn after so many payments. */
const IN_A_ROW = 100

type Bound = { standing: Standing; laws: readonly Law[] } | undefined

/**
 * What would become of transfers of one caller, asked for one after another, by policies as they are now: what passes counts
 * against the limits of what follows, what waits for a person does not. Nothing is reserved.
 */
export async function forecast(db: Db, world: Books, orders: readonly Order[]): Promise<Verdict[]> {
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
    const bookOf = ({ of }: Law) => `${of === 'wallet' ? wallet.id : of} ${token}`
    const laws = bound.laws.map((law) => {
      const more = taken.get(bookOf(law)) ?? 0n
      return { ...law, spent: { day: law.spent.day + more, month: law.spent.month + more } }
    })
    const verdict = evaluate(laws, await askedOf(db, world, order, bound.standing))
    verdicts.push(verdict)
    if (verdict.is === 'allowed') for (const law of laws) taken.set(bookOf(law), (taken.get(bookOf(law)) ?? 0n) + units)
  }
  return verdicts
}

async function boundBy(db: Db, world: Books, order: Order): Promise<Bound> {
  const standing = await standingOf(db, world, order)
  return standing && { standing, laws: await lawsOf(db, world, order, standing) }
}
