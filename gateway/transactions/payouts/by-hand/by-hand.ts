import type { Hex } from '#shared/model/ids.ts'
import { atomically } from '../../../db/database.ts'
import { includedAt, isFinal } from '../../../legs/evidence/inclusion.ts'
import { observeLeg, reopen } from '../../../legs/evidence/observe-leg.ts'
import { forgetPaidBy } from '../../../legs/reconciling/unattributed/paid-hashes-store.ts'
import { isDead, type Leg, legsOf, UNSEEN } from '../../../legs/store.ts'
import type { World } from '../../../world/world.ts'
import { rewriteLate } from '../../rebuilding/rewrite-redeem.ts'
import { advance } from '../../reconcile.ts'
import { isByHandOnly, isDebt, isNoted, mayBePaid } from '../../states.ts'
import { findTransaction, type Transaction } from '../../store.ts'
import { pushUnmined } from '../../unmined/nonce-gaps.ts'
import { LessBurned, minedAfterAll, recordMinedAfterAll, requireWhole } from '../after-failure.ts'
import { note, resolveDebt } from '../debts-store.ts'
import { pay } from '../payout.ts'
import { cancelPayouts, isOpenPayout } from '../payouts-of-burn.ts'
import { checkCanBeMined, giveUp, giveUpDead, isLivingPayout, LAG_MS } from './can-be-mined.ts'
import { endNeedless, isMinedAfterAll, type Outcome, outcomeOf, sayDoubtful, whyItMayComeBack } from './outcome.ts'

/** Decisions of the operator about the payout of a redeem, each checked against the chain before it is written. */

/**
 * A redeem with its first leg, and the payout that is signed and not mined, if there is one. `outcome`: set if it failed, and
 * its burn or a payout was mined after all.
 */
type Case = { transaction: Transaction; first: Leg; legs: Leg[]; open: Leg | undefined; outcome: Outcome | undefined }

/** A redeem that the operator decides about. A redeem that was burned after all and is unpaid becomes a debt here. */
export async function caseOf(world: World, id: string): Promise<Case> {
  const transaction = await findTransaction(world.db, world.keys, id)
  if (transaction?.type !== 'REDEEM') throw new Error(`There is no redeem ${id}.`)
  const stored = await legsOf(world.db, world.keys, id)
  // A redeem that has failed is not looked at otherwise.
  const legs = transaction.status === 'FAILED' ? await observeAll(world, transaction, stored) : stored
  const first = legs.find((leg) => leg.movesValue)
  if (first?.state !== 'confirmed') throw new Error(`Nothing was burned for ${id} that the chain shows.`)
  const outcome = isMinedAfterAll(transaction) ? await outcomeOf(world, legs) : undefined
  if (outcome?.is === 'unpaid') {
    await requireWhole(world, transaction, first)
    await note(world.db, id, 'owed')
    return caseOf(world, id)
  }
  const living = await Promise.all(legs.filter(isLivingPayout).map((leg) => endNeedless(world, transaction, leg)))
  return { transaction, first, legs, open: living.find(isLivingPayout), outcome }
}

/** A burn that was mined after it had been given up is looked at like any other from then on. */
async function observeAll(world: World, transaction: Transaction, legs: readonly Leg[]): Promise<Leg[]> {
  const seen: Leg[] = []
  for (const leg of legs) {
    const mayBeBack = isMinedAfterAll(transaction) && leg.movesValue && isDead(leg)
    const isBack = mayBeBack && (await minedAfterAll(world, leg)) !== undefined
    if (isBack) await reopen(world, leg)
    seen.push(await observeLeg(world, transaction, isBack ? { ...leg, ...UNSEEN } : leg))
  }
  return seen
}

/**
 * Gives up the bytes of a payout that can never be mined any more, or a hash that was noted and that the chain does not have,
 * so that the redeem can be paid again.
 */
export async function voidPayout(world: World, id: string): Promise<string> {
  const { open, transaction, legs } = await caseOf(world, id)
  const { paidBy } = transaction
  if (open === undefined && paidBy !== null) return voidPaidBy(world, transaction, legs, paidBy)
  if (open === undefined) throw new Error(`No payout of ${id} is signed and not mined: there is nothing to be void.`)
  return giveUpDead(world, open)
}

/**
 * The nonce of a transaction from elsewhere is not known here: the operator says that it will not come back. For a known nonce
 * the chain decides: no transaction is given up that could be mined beside the next payout.
 */
async function voidPaidBy(world: World, transaction: Transaction, legs: readonly Leg[], hash: Hex): Promise<string> {
  for (const pause of [LAG_MS, 0]) {
    if ((await world.chain.receipt(hash, { old: true })) !== undefined) {
      throw new Error(`The chain shows ${hash}, which paid ${transaction.id}: there is nothing to be void.`)
    }
    await world.clock.sleep(pause, world.closing)
  }
  const why = await whyItMayComeBack(world, legs, hash)
  if (why !== undefined) throw new Error(`${hash} could still be mined: ${why}. Nothing was changed.`)
  await atomically(world.db, (db) => forgetPaidBy(db, transaction.id, hash, world.clock.now()))
  return `${hash} is in no block that the chain shows`
}

/**
 * Pays a redeem out now. A backed redeem can be paid however many payouts are signed, since the token pays a burn once; a
 * redeem from the float only if no other payout could be mined beside it. A hash names a transfer to a former operator that
 * came too late to count as a burn by itself: it is made a redeem first.
 */
export async function payByHand(world: World, id: string): Promise<string> {
  if (isHash(id)) return lookUntilPaid(world, await rewriteLate(world, id.toLowerCase() as Hex))
  if (await isBurnedMeanwhile(world, id)) return lookUntilPaid(world, id)
  const { first, open, transaction, legs, outcome } = await caseOf(world, id)
  if (outcome !== undefined) throw notOwed(id, outcome)
  // The chain is asked before anything more is paid: it may have changed since this was given up.
  if (isDebt(transaction.state) && (await recordMinedAfterAll(world, transaction, legs))) return payByHand(world, id)
  if (!mayBePaid(transaction)) {
    throw new Error(`Nothing is owed under ${id}: it is ${transaction.status}.`)
  }
  if (isNoted(transaction.state) && transaction.paidBy === null) {
    throw new Error(`${id} is noted as paid: name what paid it with --paid ${id} HASH.`)
  }
  const doubt = open === undefined ? await sayDoubtful(world, id) : undefined
  if (doubt !== undefined) throw new Error(`${doubt}. Nothing was changed.`)
  // A look ends one of the present operator.
  if (open !== undefined && open.sender !== world.chain.operator?.address) {
    if (first.kind === 'unwrap') await giveUp(world, open, await checkCanBeMined(world, open))
    else if (!isDebt(transaction.state)) await giveUpDead(world, open)
  }
  return isDebt(transaction.state) ? payOwed(world, id) : lookUntilPaid(world, id)
}

/** Looks at a redeem that is PENDING: its burn may be mined since the last look. */
async function isBurnedMeanwhile(world: World, id: string): Promise<boolean> {
  const before = await findTransaction(world.db, world.keys, id)
  if (before?.type !== 'REDEEM' || before.status !== 'PENDING') return false
  await advance(world, before, { everyMs: 0 })
  const now = await findTransaction(world.db, world.keys, id)
  return now?.status === 'SETTLING' || now?.status === 'SETTLED'
}

function notOwed(id: string, outcome: Outcome): Error {
  if (outcome.is !== 'unknown') {
    const by = outcome.is === 'paid' ? `: ${outcome.hash} has paid it` : ''
    return new Error(`Nothing is owed under ${id}${by}. Note that with --paid ${id}.`)
  }
  return new Error(
    `Whether ${id} was paid is not known: ${outcome.evidence}. If you know that it was, note it with --paid ${id}.`,
  )
}

const isHash = (id: string): id is Hex => /^0x[0-9a-fA-F]{64}$/.test(id)

const LOOK_EVERY_MS = 2_000
const LOOKS_MAX = 60

/** Looks at a redeem until it is paid, for two minutes. Returns the hash that paid it. */
export async function lookUntilPaid(world: World, id: string): Promise<string> {
  let isDoubted = false
  for (let looks = 0; looks < LOOKS_MAX; looks++) {
    const transaction = await findTransaction(world.db, world.keys, id)
    if (transaction === undefined) break
    isDoubted = isByHandOnly(transaction.state) && !isNoted(transaction.state)
    const paid = transaction.status === 'SETTLED' && transaction.waitingFor === null
    if (paid) return transaction.settlementTxHash ?? ''
    await advance(world, transaction, { everyMs: 0 })
    await world.clock.sleep(LOOK_EVERY_MS, world.closing)
  }
  throw new Error(
    isDoubted
      ? `${id} is not paid: a payout of it was mined after it had been given up. If that paid it, note it with --paid ${id} HASH.`
      : `${id} is not paid yet; it goes on being tried at every look.`,
  )
}

/**
 * Pays a debt: its payout failed for a reason that did not pass by itself. A process that is killed here goes on where it was.
 */
async function payOwed(world: World, id: string): Promise<string> {
  let paidBy: Hex | undefined
  for (let looks = 0; looks < LOOKS_MAX; looks++) {
    const { transaction: owed, first, legs } = await caseOf(world, id)
    if (!isDebt(owed.state)) throw new Error(`Nothing is owed under ${id} any more.`)
    // A reorganisation may have mined it again, where it burned less.
    const less = (error: unknown) => endUnpaid(world, owed, legs, error)
    const transaction = await requireWhole(world, owed, first).catch(less)
    for (const leg of legs.filter(isOpenPayout)) await pushUnmined(world, transaction, leg)
    const { fact, hash } = await pay(world, transaction, first, legs, { insist: looks === 0 })
    // Once it is resolved a debt is not checked again, so its payout has to be final.
    if (fact.is === 'confirmed' && (await isFinalNow(world, hash))) {
      await resolveDebt(world.db, id, world.clock.now())
      return hash ?? ''
    }
    paidBy = fact.is === 'confirmed' ? hash : undefined
    if (fact.is === 'failed') throw new Error(fact.reason)
    await world.clock.sleep(LOOK_EVERY_MS, world.closing)
  }
  throw new Error(
    paidBy === undefined
      ? `The payout of ${id} is under way: run this again.`
      : `${paidBy} has paid ${id}. The nodes do not all show it as final yet: run this again, or note it with --paid ${id}.`,
  )
}

async function isFinalNow(world: World, hash: Hex | undefined): Promise<boolean> {
  const seen = hash === undefined ? undefined : await includedAt(world, hash)
  return seen !== undefined && (await isFinal(world, seen))
}

/** A payout that was signed for a larger burn must not be mined for nothing. */
async function endUnpaid(world: World, transaction: Transaction, legs: readonly Leg[], error: unknown): Promise<never> {
  if (error instanceof LessBurned) await cancelPayouts(world, transaction, legs)
  throw error
}
