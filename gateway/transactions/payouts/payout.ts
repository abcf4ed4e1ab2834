import { Refusal } from '#shared/refusals.ts'
import type { Published } from '../../chain/port.ts'
import { isStillFinal } from '../../legs/evidence/still-final.ts'
import type { Leg } from '../../legs/store.ts'
import { isRecent } from '../../world/clock.ts'
import type { World } from '../../world/world.ts'
import { adoptPayout } from '../reconciling/adopt-payout.ts'
import { isByHandOnly } from '../states.ts'
import type { Transaction } from '../store.ts'
import { makePayout } from './make-payout.ts'
import { type Answers, type Evidence, nextStep, type Payout, wanting } from './next-step.ts'
import { takeBurn } from './paid-burns-store.ts'
import { finalizedByOther, paidByOther } from './paid-by-other.ts'
import { payoutsOf } from './payouts-of-burn.ts'

/** Before a payout is made once more: half a minute after the first one that failed, twice as long after each other. */
const AGAIN_AFTER_MS = 30_000
const AGAIN_AFTER_MAX_MS = 60 * 60_000
/** Added to the gas of a payout for each one before it that failed. */
const MORE_GAS_PERCENT = 60n
const MOST_RAISES = 5

type Books = {
  transaction: Transaction
  first: Leg
  publication: () => Promise<Published | undefined>
}

/**
 * The second leg of a redeem: the operator pays the burned amount. Made once, no matter who reads: a new one is made only when
 * the one before is provably dead, and its position is unique. Of a backed redeem, a finalizing from elsewhere is a
 * success, with its hash. `next-step.ts` decides; what it rests on is asked only once it is needed. `insist`: although those
 * before have failed, and now.
 */
export async function pay(
  world: World,
  transaction: Transaction,
  first: Leg,
  legs: Leg[],
  publication: () => Promise<Published | undefined>,
  { insist = false }: { insist?: boolean } = {},
): Promise<Payout> {
  const payouts = await payoutsOf(world, first, legs)
  const dead = payouts.filter((leg) => leg.state === 'reverted' || leg.state === 'cancelled')
  const books = { transaction, first, publication }
  const known: Evidence = {
    payouts,
    hasNote: transaction.paidBy !== null,
    backed: first.kind === 'unwrap',
    insist,
    isByHandOnly: isByHandOnly(transaction.state),
    isTooSoon: isTooSoon(world, dead),
    hasOperator: world.chain.operator !== undefined,
  }
  for (;;) {
    const step = nextStep(known)
    if ('payout' in step) return step.payout
    const moreGasPercent = MORE_GAS_PERCENT * BigInt(Math.min(dead.length, MOST_RAISES))
    if ('make' in step) {
      return makePayout(world, { transaction, first, position: legs.length, moreGasPercent }, step.make)
    }
    Object.assign(known, { [step.ask]: await questions[step.ask](world, books) })
  }
}

const questions: { [Name in keyof Answers]: (world: World, books: Books) => Promise<Answers[Name]> } = {
  noted: async (world, { transaction }) =>
    (transaction.paidBy === null ? undefined : await paidByOther(world, transaction, transaction.paidBy)) ?? null,
  async ownsBurn(world, { transaction, first }) {
    if (first.handle === null || (await takeBurn(world, first.handle, transaction.id))) return true
    world.log.error({ transaction: transaction.id }, 'a node showed the burn of another redeem: nothing is paid')
    return false
  },
  forgotten: async (world, { transaction, first }) => (await knownPayout(world, transaction, first)) ?? null,
  finalized: async (world, { first }) => (await finalizedByOther(world, first)) ?? null,
  isFinal: (world, { first }) => isStillFinal(world, first),
  published: async (_, { first, publication }) => (first.handle === null ? undefined : await publication()) ?? null,
}

/**
 * A payout that was made and forgotten: by this gateway before a backup was restored. Until all that operators have sent is
 * known none is made.
 */
async function knownPayout(world: World, transaction: Transaction, first: Leg): Promise<Payout | undefined> {
  try {
    const hash = await adoptPayout(world, transaction, first)
    return hash === undefined ? undefined : { fact: { is: 'open' }, hash }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'reconciling') return wanting('confirmation')
    throw error
  }
}

/** Payouts that fail one after the other must not burn the operator's gas as fast as they can be looked at. */
function isTooSoon(world: World, dead: Leg[]): boolean {
  const last = dead.at(-1)
  if (last === undefined) return false
  const wait = Math.min(AGAIN_AFTER_MS * 2 ** (dead.length - 1), AGAIN_AFTER_MAX_MS)
  return isRecent(world.clock, last.createdAt, wait)
}
