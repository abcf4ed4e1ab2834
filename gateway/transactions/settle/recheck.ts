import { publicationOf } from '../../decryption/public-decryption.ts'
import type { Leg } from '../../legs/store.ts'
import type { World } from '../../world/world.ts'
import { movedIn } from '../moved-amount.ts'
import { pay } from '../payouts/payout.ts'
import type { Transaction } from '../store.ts'
import { factsOf } from './decide.ts'
import { paidBy, writeVerdict } from './write-verdict.ts'

/**
 * Whether what a transaction settled with is still there. A payout that a deep reorganisation took back permanently is made
 * anew: the burned amount is owed, whatever the status says.
 */
export async function recheck(world: World, transaction: Transaction, first: Leg, legs: Leg[]): Promise<void> {
  const facts = factsOf(transaction, first)
  if (facts.first.is !== 'confirmed') {
    await writeVerdict(world, transaction, facts, first)
    return
  }
  const publication = publicationOf(world, transaction, first.handle)
  facts.moved = await movedIn(world, transaction, first, publication)
  const whole = facts.moved === transaction.units
  if (facts.moved !== undefined && !whole && transaction.waitingFor === null) {
    world.log.error({ transaction: transaction.id }, 'a settled transaction was mined again and moved less')
  }
  const again = transaction.type === 'REDEEM' && whole
  const payout = again ? await pay(world, transaction, first, legs, publication) : undefined
  if (payout !== undefined) facts.payout = payout.fact
  await writeVerdict(world, transaction, facts, first, payout && paidBy(payout, legs))
}
