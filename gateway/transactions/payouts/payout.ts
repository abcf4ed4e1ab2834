import { Refusal } from '#shared/refusals.ts'
import type { Published, Signer } from '../../chain/port.ts'
import { isHeldBack } from '../../chain/revert.ts'
import { isDuplicate } from '../../db/database.ts'
import { forgetPublication } from '../../decryption/public-decryption.ts'
import { sendAttempt } from '../../legs/broadcast.ts'
import { observe } from '../../legs/evidence/observe.ts'
import { isStillFinal } from '../../legs/evidence/still-final.ts'
import { callsIn, commitLegs, costOf, type LegDraft, prepareLegs, storeLegs, WouldRevert } from '../../legs/prepare.ts'
import { exactlyIfRefused, type Reading, readForPayment } from '../../legs/reading.ts'
import { operatorAddresses } from '../../legs/reconciling/signers.ts'
import { spendableIn } from '../../legs/spendable.ts'
import { type Leg, legsOf } from '../../legs/store.ts'
import { isRecent } from '../../world/clock.ts'
import type { World } from '../../world/world.ts'
import { adoptPayout, isFoundSince } from '../reconciling/adopt-payout.ts'
import { isByHandOnly } from '../states.ts'
import type { Transaction } from '../store.ts'
import { isOwedAsRead } from './debts-store.ts'
import { type Answers, type Evidence, nextStep, type Payout, underway, wanting } from './next-step.ts'
import { payoutsOf } from './of-burn.ts'
import { takeBurn } from './paid-burns-store.ts'
import { finalizedByOther, paidByOther } from './paid-by-other.ts'

/** Before a payout is made once more: half a minute after the first one that failed, twice as long after each other. */
const AGAIN_AFTER_MS = 30_000
const AGAIN_AFTER_MAX_MS = 60 * 60_000
/** What was too little gas for a payout that failed is not tried again. */
const MORE_GAS_PERCENT = 60n
const MOST_RAISES = 5

type Books = {
  transaction: Transaction
  first: Leg
  publication: () => Promise<Published | undefined>
}

/**
 * The second leg of a redeem: the operator pays what was burned. Made once, no matter who reads: a new one is made only when
 * the one before is provably dead, and its position is unique. Of a backed redeem, somebody else's finalizing is a
 * success, with their hash. `next-step.ts` decides; what it rests on is asked only once it is needed. `insist`: although those
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
    if ('make' in step) return makeOne(world, books, step.make, { position: legs.length, moreGasPercent })
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

/** What has failed took too little gas, perhaps. `position` of the next leg. */
type Turn = { position: number; moreGasPercent: bigint }

async function makeOne(world: World, books: Books, by: 'from the float' | Published, turn: Turn): Promise<Payout> {
  const { transaction, first } = books
  const redeem = { transaction, first, position: turn.position }
  const draft = { movesValue: false, moreGasPercent: turn.moreGasPercent }
  if (by === 'from the float') {
    const call = world.chain.calls.transferPublic(first.sender, transaction.units)
    return make(world, redeem, { ...draft, kind: 'payout', call })
  }
  const request = first.handle ?? '0x'
  let payout: Payout | undefined
  try {
    payout = await make(world, redeem, {
      ...draft,
      kind: 'finalize',
      call: world.chain.calls.finalizeUnwrap(request, by),
    })
    return payout
  } finally {
    if (!isHeldUp(payout)) forgetPublication(world, request)
  }
}

/** Nothing was sent, for a reason that has nothing to do with the publication that it was to be sent with. */
const isHeldUp = (payout: Payout | undefined) => payout?.fact.is === 'wanting' && payout.fact.what !== null

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

/** A redeem as it was read, and where its next leg stands. */
type Redeem = { transaction: Transaction; first: Leg; position: number }

async function make(world: World, redeem: Redeem, draft: LegDraft): Promise<Payout> {
  const { transaction, position } = redeem
  const { operator } = world.chain
  if (operator === undefined) return wanting('operator_gas')
  const made = await store(world, redeem, operator, draft).catch((error: unknown) => {
    if (error instanceof NotNow) return error.what
    // Someone else made this leg, or paid this request: the next look sees it.
    if (isDuplicate(error)) return null
    if (error instanceof Refusal && error.code === 'reconciling') return 'confirmation' as const
    if (!(error instanceof WouldRevert)) throw error
    world.log.warn({ transaction: transaction.id, reason: error.message }, 'a payout would revert')
    return isHeldBack(error.revert) ? ('token_refusal' as const) : null
  })
  if (typeof made === 'string' || made === null) return wanting(made)
  for (const attempt of made) await sendAttempt(world, attempt)

  const leg = (await legsOf(world.db, world.keys, transaction.id)).find((each) => each.position === position)
  const seen = leg === undefined ? undefined : await observe(world, transaction, leg)
  if (seen?.state === 'confirmed' && seen.minedHash !== null) return { fact: { is: 'confirmed' }, hash: seen.minedHash }
  return underway(seen ?? { minedHash: null })
}

/**
 * The chain is asked before anybody has to wait: what is signed meanwhile is in the database. What the reading found may be
 * this very payout, and while it waited its turn somebody may have noted the redeem as paid.
 */
async function store(world: World, { transaction, first, position }: Redeem, operator: Signer, draft: LegDraft) {
  const spenders = [operator.address]
  const reading = await readForPayment(world, { spenders, others: [], calls: callsIn(operator.address, [draft]) })
  if ((await adoptPayout(world, transaction, first)) !== undefined) throw new NotNow(null)
  const operators = await operatorAddresses(world)
  return world.locks.run(`sender:${operator.address}`, async () => {
    const plan = await exactlyIfRefused((exactly) => planOf(world, transaction, draft, { operator, reading, exactly }))
    const legs = { transactionId: transaction.id, position, signer: operator, fees: reading.fees, ...plan }
    return commitLegs(world, async (trx) => {
      if (!(await isOwedAsRead(trx, transaction))) throw new NotNow(null)
      if (await isFoundSince(trx, world, operators, { transaction, first })) throw new NotNow(null)
      return storeLegs(trx, world, legs)
    })
  })
}

type Outlook = { operator: Signer; reading: Reading; exactly: boolean }

async function planOf(world: World, { units }: Transaction, draft: LegDraft, outlook: Outlook) {
  const { operator, reading, exactly } = outlook
  const spendable = await spendableIn(world, reading, operator.address, exactly)
  if (draft.kind === 'payout' && spendable.stable < units) throw new NotNow('operator_liquidity')
  const prepared = await prepareLegs(world, operator.address, [draft], reading, exactly)
  if (spendable.wei < costOf(prepared)) throw new NotNow('operator_gas')
  return { spendable, prepared }
}

/** What keeps a payout from being made now; null where the redeem is not any more what it was when this look began. */
class NotNow extends Error {
  readonly what: 'operator_gas' | 'operator_liquidity' | null
  constructor(what: NotNow['what']) {
    super(`no payout is made now: ${what}`)
    this.what = what
  }
}
