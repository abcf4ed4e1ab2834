import { ChainUnavailable, ConfidentialUnavailable } from '../chain/port.ts'
import { errorWords } from '../error-words.ts'
import { observeLeg } from '../legs/evidence/observe-leg.ts'
import { isDead, type Leg, legsOf } from '../legs/store.ts'
import { inBatches } from '../world/in-batches.ts'
import type { World } from '../world/world.ts'
import { expireOne } from './approvals/end.ts'
import { learnAmounts } from './arrivals/amounts.ts'
import { recordMinedAfterAll } from './payouts/after-failure.ts'
import { RECONCILE_EVERY_MS, reconcileOnce } from './reconcile-throttle.ts'
import { type Reach, recheck, settle } from './settle/settle.ts'
import { isInFlight } from './states.ts'
import { findTransaction, type Transaction } from './store.ts'
import { pushUnmined } from './unmined/nonce-gaps.ts'

/** How long a read waits for its look before it answers with the stored row; the look goes on. */
const READ_PATIENCE_MS = 3_000
/** Payments that no client reads. */
const AT_ONCE = 20
/** An ended transaction is looked at again this long: beyond it no chain that we know reorganises. */
export const RECHECK_FOR_MS = 30 * 60_000

/** Whether a read of this transaction alone should look at the chain. */
export function isWorthReconciling(world: World, transaction: Transaction): boolean {
  if (isInFlight(transaction)) return true
  return world.clock.now() - transaction.updatedAt < RECHECK_FOR_MS
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
  // Amounts that came in are learned of a whole wallet at once.
  const learns = transaction.type === 'RECEIVE' && transaction.waitingFor === 'amount'
  const what = learns ? `amounts:${transaction.walletId}` : transaction.id
  await lookWithin(world, what, transaction.id, { patienceMs, everyMs })
}

/**
 * Moves on payments that no client reads. `everyMs`: see `Patience`. What came in is not among them: a look at each row reads it,
 * so that one which cannot be read keeps no other waiting.
 */
export async function advanceAll<Row extends { id: string }>(
  world: World,
  rows: readonly Row[],
  everyMs: (row: Row) => number = () => RECONCILE_EVERY_MS,
): Promise<void> {
  await inBatches(world, rows, AT_ONCE, (row) =>
    lookWithin(world, row.id, row.id, { patienceMs: READ_PATIENCE_MS, everyMs: everyMs(row) }),
  )
}

async function lookWithin(world: World, what: string, id: string, { patienceMs, everyMs }: Required<Patience>) {
  const patience = new AbortController()
  const look = reconcileOnce(world, what, () => reconcile(world, id), { everyMs })
  await Promise.race([look, world.clock.sleep(patienceMs, patience.signal)])
  patience.abort()
}

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
    if (transaction.state === 'waiting') {
      await expireOne(world, transaction)
      return
    }
    if (transaction.status === 'FAILED') {
      await recordMinedAfterAll(world, transaction, await legsOf(world.db, world.keys, id))
      return
    }
    const legs: Leg[] = []
    for (const leg of await legsOf(world.db, world.keys, id)) legs.push(await lookAt(world, transaction, leg))
    if (await recordMinedAfterAll(world, transaction, legs)) return
    const first = legs.find((leg) => leg.movesValue)
    if (first === undefined) return
    if (transaction.status === 'SETTLED') await recheck(world, transaction, first, legs)
    else await settle(world, transaction, first, legs, reach)
  } catch (error) {
    // One row that cannot be looked at must not hold up the others: readers get what is stored.
    const reason = errorWords(error)
    const expected = error instanceof ChainUnavailable || error instanceof ConfidentialUnavailable
    const say = expected ? world.log.warn : world.log.error
    say.call(world.log, { transaction: id, reason }, 'a look could not be finished')
  }
}

async function lookAt(world: World, transaction: Transaction, leg: Leg): Promise<Leg> {
  const seen = await observeLeg(world, transaction, leg)
  const lost = transaction.status === 'SETTLED' && leg.movesValue && !isDead(leg) && isDead(seen)
  if (lost) world.log.error({ transaction: transaction.id }, 'a settled transaction was taken back permanently')
  if (seen.state === 'open') await pushUnmined(world, transaction, seen)
  return seen
}
