import { isStillFinal } from '../../legs/evidence/still-final.ts'
import type { Leg } from '../../legs/store.ts'
import type { World } from '../../world/world.ts'
import { derivedWhole, learnAsked, movedIn } from '../moved-amount.ts'
import { pay } from '../payouts/payout.ts'
import { cancelPayouts } from '../payouts/payouts-of-burn.ts'
import { firstFact } from '../rebuilding/adopt-call.ts'
import type { Transaction } from '../store.ts'
import { askedBy, type Facts, factsOf } from './decide.ts'
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

  facts.moved = await movedIn(world, seen, first)
  const transaction = await learnAsked(world, seen, first, facts.moved)
  facts.asked = askedBy(transaction)
  // Less than was asked ends it permanently: not on one node's word.
  if (isShort(facts) && !(await isStillFinal(world, first))) facts.moved = undefined
  if (isShort(facts)) await cancelPayouts(world, transaction, legs)
  await conclude(world, transaction, facts, first, legs)
}

/**
 * Checks whether the legs that a transaction settled with are still there. A payout that a deep reorganisation took back
 * permanently is made anew: the burned amount is owed, whatever the status says.
 */
export async function recheck(world: World, transaction: Transaction, first: Leg, legs: Leg[]): Promise<void> {
  const facts = factsOf(transaction, first)
  if (facts.first.is === 'confirmed') facts.moved = await movedIn(world, transaction, first)
  if (isShort(facts) && transaction.waitingFor === null) {
    world.log.error({ transaction: transaction.id }, 'a settled transaction was mined again and moved less')
  }
  await conclude(world, transaction, facts, first, legs)
}

const isShort = ({ moved, asked }: Facts) => moved !== undefined && moved !== asked

/** Pays a redeem whose whole amount was burned, and writes what has become of the payment. */
async function conclude(world: World, transaction: Transaction, facts: Facts, first: Leg, legs: Leg[]): Promise<void> {
  const isWhole = facts.moved !== undefined && !isShort(facts)
  const payout = transaction.type === 'REDEEM' && isWhole ? await pay(world, transaction, first, legs) : undefined
  if (payout !== undefined) facts.payout = payout.fact
  await writeVerdict(world, transaction, facts, first, payout && withOwnFee(payout, legs))
}
