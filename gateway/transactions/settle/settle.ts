import { publicationOf } from '../../decryption/public-decryption.ts'
import { isStillFinal } from '../../legs/evidence/still-final.ts'
import { isPayout } from '../../legs/kinds.ts'
import { replace } from '../../legs/replace.ts'
import type { Leg } from '../../legs/store.ts'
import type { World } from '../../world/world.ts'
import { derivedWhole, learnAsked, movedIn } from '../moved-amount.ts'
import { pay } from '../payouts/payout.ts'
import { firstFact } from '../rebuilding/adopt-call.ts'
import type { Transaction } from '../store.ts'
import { askedBy, factsOf } from './decide.ts'
import { withOwnFee, writeVerdict } from './write-verdict.ts'

/** How far a look goes: the call that waits for a redeem answers after its first leg. */
export type Reach = 'first leg' | 'end'

/** Takes a transaction as far as its first leg and its payout are. */
export async function settle(world: World, before: Transaction, first: Leg, legs: Leg[], reach: Reach): Promise<void> {
  const facts = { ...factsOf(before, first), first: await firstFact(world, before, first) }
  // A public or derived amount needs no decryption: such a transaction never waits for one.
  if (before.type !== 'REDEEM') facts.moved = first.moved ?? (await derivedWhole(world, before, first))
  // Written first of all, since what follows can take long: the call that waits for this leg may answer.
  const arrived = before.status === 'SETTLING' && facts.first.is === 'confirmed'
  const seen = arrived ? before : await writeVerdict(world, before, facts, first)
  if (facts.first.is !== 'confirmed' || seen === undefined || seen.status === 'SETTLED') return
  if (seen.type === 'REDEEM' && reach === 'first leg') return

  const publication = publicationOf(world, seen, first.handle)
  facts.moved = await movedIn(world, seen, first, publication)
  const transaction = await learnAsked(world, seen, first, facts.moved)
  const asked = askedBy(transaction)
  facts.asked = asked
  // Less than was asked ends it permanently: not on one node's word.
  const short = facts.moved !== undefined && facts.moved !== asked
  if (short && !(await isStillFinal(world, first))) facts.moved = undefined
  if (facts.moved === undefined) {
    await writeVerdict(world, transaction, facts, first)
    return
  }
  if (transaction.type !== 'REDEEM' || facts.moved !== asked) {
    // Signed before a reorganisation changed what its first leg moved: it must not be mined for nothing.
    for (const leg of legs.filter((one) => isPayout(one) && one.state === 'open')) {
      await replace(world, transaction, leg, 'cancel')
    }
    await writeVerdict(world, transaction, facts, first)
    return
  }
  const payout = await pay(world, transaction, first, legs, publication)
  await writeVerdict(world, transaction, { ...facts, payout: payout.fact }, first, withOwnFee(payout, legs))
}

/**
 * Checks whether the legs that a transaction settled with are still there. A payout that a deep reorganisation took back
 * permanently is made anew: the burned amount is owed, whatever the status says.
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
  await writeVerdict(world, transaction, facts, first, payout && withOwnFee(payout, legs))
}
