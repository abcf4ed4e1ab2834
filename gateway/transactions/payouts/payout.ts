import type { WaitingFor } from '#shared/model/transaction.ts'
import { Refusal } from '#shared/refusals.ts'
import type { Call, Published, Signer } from '../../chain/port.ts'
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
import type { Transaction } from '../store.ts'
import type { PayoutFact } from '../transitions.ts'
import { isOwedAsRead } from './debts-store.ts'
import { payoutsOf } from './of-burn.ts'
import { takeBurn } from './paid-burns-store.ts'
import { finalizedByOther, type Payout, paidByOther } from './paid-by-other.ts'

type Want = Exclude<WaitingFor, 'amount'> | null

const open: PayoutFact = { is: 'open' }
const confirmed: PayoutFact = { is: 'confirmed' }
const wanting = (what: Want): Payout => ({ fact: { is: 'wanting', what } })

/** A payout that was mined and reverted this often, for no reason that passes, never will be paid by trying again. */
const REVERTS_MAX = 3

/** Before a payout is made once more: half a minute after the first one that failed, twice as long after each other. */
const AGAIN_AFTER_MS = 30_000
const AGAIN_AFTER_MAX_MS = 60 * 60_000
/** What was too little gas for a payout that failed is not tried again. */
const MORE_GAS_PERCENT = 60n
const MOST_RAISES = 5

const isHopeless = (leg: Leg) => leg.state === 'reverted' && leg.transient === false

/**
 * The second leg of a redeem: the operator pays what was burned. Made once, no matter who reads: a new one is made only when
 * the one before is provably dead, and its position is unique. Of a backed redeem, somebody else's finalizing is a
 * success, with their hash. `insist`: although those before have failed, and now.
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
  const last = payouts.at(-1)
  const paid = payouts.find(({ state }) => state === 'confirmed')
  if (paid !== undefined && paid.minedHash !== null) return { fact: confirmed, hash: paid.minedHash }
  if (transaction.paidBy !== null) {
    return (await paidByOther(world, transaction, transaction.paidBy)) ?? wanting(null)
  }
  const backed = first.kind === 'unwrap'
  const { handle: request } = first
  if (request !== null && !(await takeBurn(world, request, transaction.id))) {
    world.log.error({ transaction: transaction.id }, 'a node showed the burn of another redeem: nothing is paid')
    return wanting('confirmation')
  }
  const living = payouts.findLast(({ state }) => state === 'open' || state === 'mined')
  const known = living !== undefined ? undefined : await knownPayout(world, transaction, first)
  if (known !== undefined) return known
  const finalized = backed ? await finalizedByOther(world, first) : undefined
  if (finalized !== undefined) return finalized
  if (living !== undefined) return underway(living)
  // A payout was mined after it had been given up, or somebody has noted it as paid: only a person pays again.
  if (transaction.owed >= 2 && !insist) return wanting('confirmation')
  if (!insist && payouts.filter(isHopeless).length >= REVERTS_MAX) {
    return { fact: { is: 'failed', reason: `The payout reverted: ${last?.reason ?? ''} The burned amount is owed.` } }
  }
  const dead = payouts.filter((leg) => leg.state === 'reverted' || leg.state === 'cancelled')
  if (!insist && isTooSoon(world, dead)) return wanting(null)
  const { operator } = world.chain
  if (operator === undefined) return wanting('operator_gas')
  // The operator's own money leaves on the word of a node: no single one is enough where more are configured.
  if (!backed && !(await isStillFinal(world, first))) return wanting('confirmation')
  const redeem = { transaction, first, position: legs.length }
  const moreGasPercent = MORE_GAS_PERCENT * BigInt(Math.min(dead.length, MOST_RAISES))
  if (!backed) {
    const call = world.chain.calls.transferPublic(first.sender, transaction.units)
    return make(world, redeem, operator, { kind: 'payout', call, movesValue: false, moreGasPercent })
  }
  const published = request === null ? undefined : await publication()
  if (request === null || published === undefined) return wanting('public_decryption')
  const call: Call = world.chain.calls.finalizeUnwrap(request, published)
  let payout: Payout | undefined
  try {
    payout = await make(world, redeem, operator, { kind: 'finalize', call, movesValue: false, moreGasPercent })
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
    return hash === undefined ? undefined : { fact: open, hash }
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

function underway(leg: Leg): Payout {
  return leg.minedHash === null ? { fact: open } : { fact: open, hash: leg.minedHash }
}

/** A redeem as it was read, and where its next leg stands. */
type Redeem = { transaction: Transaction; first: Leg; position: number }

async function make(world: World, redeem: Redeem, operator: Signer, draft: LegDraft): Promise<Payout> {
  const { transaction, position } = redeem
  const made = await store(world, redeem, operator, draft).catch((error: unknown) => {
    if (error instanceof Lacking) return error.what
    // Someone else made this leg, or paid this request: the next look sees it.
    if (error instanceof Changed || isDuplicate(error)) return null
    if (error instanceof Refusal && error.code === 'reconciling') return 'confirmation' as const
    if (!(error instanceof WouldRevert)) throw error
    world.log.warn({ transaction: transaction.id, reason: error.message }, 'a payout would revert')
    return isHeldBack(error.revert) ? ('token_refusal' as const) : null
  })
  if (typeof made === 'string' || made === null) return wanting(made)
  for (const attempt of made) await sendAttempt(world, attempt)

  const leg = (await legsOf(world.db, world.keys, transaction.id)).find((each) => each.position === position)
  const seen = leg === undefined ? undefined : await observe(world, transaction, leg)
  if (seen?.state === 'confirmed' && seen.minedHash !== null) return { fact: confirmed, hash: seen.minedHash }
  return seen === undefined ? { fact: open } : underway(seen)
}

/**
 * The chain is asked before anybody has to wait: what is signed meanwhile is in the database. What the reading found may be
 * this very payout, and while it waited its turn somebody may have noted the redeem as paid.
 */
async function store(world: World, { transaction, first, position }: Redeem, operator: Signer, draft: LegDraft) {
  const spenders = [operator.address]
  const reading = await readForPayment(world, { spenders, others: [], calls: callsIn(operator.address, [draft]) })
  if ((await adoptPayout(world, transaction, first)) !== undefined) throw new Changed()
  const operators = await operatorAddresses(world)
  return world.locks.run(`sender:${operator.address}`, async () => {
    const plan = await exactlyIfRefused((exactly) => planOf(world, transaction, draft, { operator, reading, exactly }))
    const legs = { transactionId: transaction.id, position, signer: operator, fees: reading.fees, ...plan }
    return commitLegs(world, async (trx) => {
      if (!(await isOwedAsRead(trx, transaction))) throw new Changed()
      if (await isFoundSince(trx, world, operators, { transaction, first })) throw new Changed()
      return storeLegs(trx, world, legs)
    })
  })
}

/** The redeem is not any more what it was when this look began. */
class Changed extends Error {}

type Outlook = { operator: Signer; reading: Reading; exactly: boolean }

async function planOf(world: World, { units }: Transaction, draft: LegDraft, outlook: Outlook) {
  const { operator, reading, exactly } = outlook
  const spendable = await spendableIn(world, reading, operator.address, exactly)
  if (draft.kind === 'payout' && spendable.stable < units) throw new Lacking('operator_liquidity')
  const prepared = await prepareLegs(world, operator.address, [draft], reading, exactly)
  if (spendable.wei < costOf(prepared)) throw new Lacking('operator_gas')
  return { spendable, prepared }
}

/** What keeps a payout from being made now. */
class Lacking extends Error {
  readonly what: 'operator_gas' | 'operator_liquidity'
  constructor(what: 'operator_gas' | 'operator_liquidity') {
    super(`the operator lacks: ${what}`)
    this.name = 'Lacking'
    this.what = what
  }
}
