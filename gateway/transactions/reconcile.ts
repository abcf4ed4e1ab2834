import type { Hex } from '#shared/model/ids.ts'
import { ChainUnavailable, ConfidentialUnavailable } from '../chain/port.ts'
import { isStillAgreed } from '../legs/evidence/agreement.ts'
import { observe } from '../legs/evidence/observe.ts'
import { isPayout } from '../legs/kinds.ts'
import { replace } from '../legs/replace.ts'
import { isFinal, type Leg, legsOf } from '../legs/store.ts'
import type { World } from '../world/world.ts'
import { learnAmounts } from './arrivals/amounts.ts'
import { receiversShare } from './arrivals/own.ts'
import { askOnce, derivedWhole, movedIn } from './moved-amount.ts'
import { noticeMined } from './payouts/after-failure.ts'
import { pay } from './payouts/payout.ts'
import { RECONCILE_EVERY_MS, reconcileOnce } from './reconcile-throttle.ts'
import { firstFact } from './reconciling/same-payment.ts'
import { decide, type Facts, factOf, isInFlight, isTerminal } from './states.ts'
import { findTransaction, type Transaction } from './store.ts'
import { pushUnmined } from './unmined/push.ts'
import { moveTransaction } from './write-store.ts'

/** How long a read waits for its look before it answers with the stored row; the look goes on. */
const READ_PATIENCE_MS = 3_000
/** What has ended is looked for again this long: beyond it no chain that we know reorganises. */
export const RECHECK_FOR_MS = 30 * 60_000

/** Whether a read of this transaction alone should look at the chain. */
export function isWorthReconciling(world: World, transaction: Transaction): boolean {
  if (isInFlight(transaction)) return true
  return isTerminal(transaction) && world.clock.now() - transaction.updatedAt < RECHECK_FOR_MS
}

export type Patience = {
  /** How long to wait for the look; it goes on behind it. */
  patienceMs?: number
  /** How long after the last look another one is worth it. */
  everyMs?: number
}

/** A read moves a transaction on, as far as the chain lets it within a moment. */
export async function advance(
  world: World,
  transaction: Transaction,
  { patienceMs = READ_PATIENCE_MS, everyMs = RECONCILE_EVERY_MS }: Patience = {},
): Promise<void> {
  const patience = new AbortController()
  // Amounts that came in are learned of a whole wallet at once.
  const learns = transaction.type === 'RECEIVE' && transaction.waitingFor === 'amount'
  const what = learns ? `amounts:${transaction.walletId}` : transaction.id
  const look = reconcileOnce(world, what, () => reconcile(world, transaction.id), { everyMs })
  await Promise.race([look, world.clock.sleep(patienceMs, patience.signal)])
  patience.abort()
}

/** How far a look goes: the call that waits for a redeem answers after its first leg. */
export type Reach = 'first leg' | 'end'

/**
 * One look: gather what the chain says, decide, write with compare-and-set. Used by the call that waits for its receipt,
 * by every read, and by the worker. Where the chain or the decryption service is away, nothing is decided.
 */
export async function reconcile(world: World, id: string, reach: Reach = 'end'): Promise<void> {
  try {
    const transaction = await findTransaction(world.db, world.keys, id)
    if (transaction === undefined) return
    if (transaction.type === 'RECEIVE') {
      if (transaction.waitingFor === 'amount') await learnAmounts(world, transaction.walletId)
      return
    }
    if (transaction.status === 'FAILED') {
      await noticeMined(world, transaction, await legsOf(world.db, world.keys, id))
      return
    }
    const legs: Leg[] = []
    for (const leg of await legsOf(world.db, world.keys, id)) legs.push(await lookAt(world, transaction, leg))
    if (await noticeMined(world, transaction, legs)) return
    const first = legs.find((leg) => leg.movesValue)
    if (first === undefined) return
    if (transaction.status === 'SETTLED') await recheck(world, transaction, first, legs)
    else await settle(world, transaction, first, legs, reach)
  } catch (error) {
    // One row that cannot be looked at must keep nobody from the others: readers get what is stored.
    const reason = error instanceof Error ? error.message : String(error)
    const expected = error instanceof ChainUnavailable || error instanceof ConfidentialUnavailable
    const say = expected ? world.log.warn : world.log.error
    say.call(world.log, { transaction: id, reason }, 'a look could not be finished')
  }
}

async function lookAt(world: World, transaction: Transaction, leg: Leg): Promise<Leg> {
  const seen = await observe(world, transaction, leg)
  const lost = transaction.status === 'SETTLED' && leg.movesValue && !isFinal(leg) && isFinal(seen)
  if (lost) world.log.error({ transaction: transaction.id }, 'a settled transaction was taken back permanently')
  if (seen.state === 'open') await pushUnmined(world, transaction, seen)
  return seen
}

function factsOf(transaction: Transaction, first: Leg): Facts {
  return {
    type: transaction.type,
    status: transaction.status,
    confidential: transaction.confidential,
    token: transaction.token,
    asked: transaction.units,
    first: factOf(first),
    moved: undefined,
    backed: first.kind === 'unwrap',
    payout: { is: 'wanting', what: null },
  }
}

/**
 * Whether what a transaction settled with is still there. A payout that a deep reorganisation took back permanently is made
 * anew: what was burned is owed, whatever the status says.
 */
async function recheck(world: World, transaction: Transaction, first: Leg, legs: Leg[]): Promise<void> {
  const facts = factsOf(transaction, first)
  if (facts.first.is !== 'confirmed') {
    await write(world, transaction, facts, first)
    return
  }
  const publication = askOnce(world, transaction, first.handle)
  facts.moved = await movedIn(world, transaction, first, publication)
  const whole = facts.moved === transaction.units
  if (facts.moved !== undefined && !whole && transaction.waitingFor === null) {
    world.log.error({ transaction: transaction.id }, 'a settled transaction was mined again and moved less')
  }
  const again = transaction.type === 'REDEEM' && whole
  const payout = again ? await pay(world, transaction, first, legs, publication) : undefined
  if (payout !== undefined) facts.payout = payout.fact
  await write(world, transaction, facts, first, payout?.hash)
}

async function settle(world: World, before: Transaction, first: Leg, legs: Leg[], reach: Reach): Promise<void> {
  const facts = { ...factsOf(before, first), first: await firstFact(world, before, first) }
  // What moved in public, or was derived, needs no decryption: such a transaction never waits for one.
  if (before.type !== 'REDEEM') facts.moved = first.moved ?? (await derivedWhole(world, before, first))
  // Written first of all, since what follows can take long: the call that waits for this leg may answer.
  const arrived = before.status === 'SETTLING' && facts.first.is === 'confirmed'
  const transaction = arrived ? before : await write(world, before, facts, first)
  if (facts.first.is !== 'confirmed' || transaction === undefined || transaction.status === 'SETTLED') return
  if (transaction.type === 'REDEEM' && reach === 'first leg') return

  const publication = askOnce(world, transaction, first.handle)
  facts.moved = await movedIn(world, transaction, first, publication)
  // Less than was asked ends it permanently: not on one node's word.
  const short = facts.moved !== undefined && facts.moved !== transaction.units
  if (short && !(await isStillAgreed(world, first))) facts.moved = undefined
  if (facts.moved === undefined) {
    await write(world, transaction, facts, first)
    return
  }
  if (transaction.type !== 'REDEEM' || facts.moved !== transaction.units) {
    // Signed before a reorganisation changed what its first leg moved: it must not be mined for nothing.
    for (const leg of legs.filter((one) => isPayout(one) && one.state === 'open')) {
      await replace(world, transaction, leg, 'cancel')
    }
    await write(world, transaction, facts, first)
    return
  }
  const payout = await pay(world, transaction, first, legs, publication)
  await write(world, transaction, { ...facts, payout: payout.fact }, first, payout.hash)
}

/** Writes the verdict where it says something new. Undefined where somebody else has moved the row meanwhile. */
async function write(
  world: World,
  transaction: Transaction,
  facts: Facts,
  first: Leg,
  settlementTxHash?: Hex,
): Promise<Transaction | undefined> {
  const { owed: isOwed, ...verdict } = decide({ ...facts, status: transaction.status })
  // Once: what somebody has noted as paid since is not owed again.
  const owed = isOwed === true && transaction.owed === 0
  // Of what never took effect the hash stays the one of the leg that would have moved value.
  const isOwn = first.state !== 'superseded' && first.state !== 'cancelled'
  const txHash = first.minedHash !== null && isOwn ? first.minedHash : transaction.txHash
  const cancelledBy = first.state === 'cancelled' ? first.minedHash : null
  const same =
    !owed &&
    verdict.status === transaction.status &&
    verdict.waitingFor === transaction.waitingFor &&
    txHash === transaction.txHash &&
    (settlementTxHash ?? transaction.settlementTxHash) === transaction.settlementTxHash
  if (same) return transaction
  const change = {
    ...verdict,
    owed,
    ...(txHash === null ? {} : { txHash }),
    ...(cancelledBy === null ? {} : { cancelledBy }),
    ...(settlementTxHash === undefined ? {} : { settlementTxHash }),
  }
  const share = await receiversShare(world, transaction, verdict, first)
  world.step('before writing a verdict')
  const moved = await moveTransaction(world.db, world.keys, transaction, change, world.clock.now(), share)
  world.step('after writing a verdict')
  return moved ? findTransaction(world.db, world.keys, transaction.id) : undefined
}
