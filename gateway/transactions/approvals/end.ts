import type { Address } from '#shared/model/ids.ts'
import { appendOwn } from '../../audit/store.ts'
import type { Keyring } from '../../crypto/keyring.ts'
import { atomically, type Db } from '../../db/database.ts'
import { errorWords } from '../../error-words.ts'
import { accountForNonces } from '../../legs/reconciling/account-for-nonces.ts'
import { isRestoredSince, POOL_MS } from '../../legs/reconciling/restores-store.ts'
import { listTagged } from '../../legs/reconciling/unattributed/lists-store.ts'
import { inBatches } from '../../world/in-batches.ts'
import type { World } from '../../world/world.ts'
import { findTransaction, type Transaction } from '../store.ts'
import { type Change as Moved, moveWithin } from '../write-store.ts'
import { approvalNews, endWait, findWaiting, listOverdue, type Overdue } from './store.ts'

const rejected = { failure: 'approval_rejected', event: 'rejected' } as const
const expired = { failure: 'approval_expired', event: 'expired' } as const

/** How a wait ends without a payment. */
const ENDS = {
  rejected: { ...rejected, error: 'A person has rejected it. Nothing was sent.' },
  'batch cancelled': { ...rejected, error: 'Its batch was cancelled. Nothing was sent.' },
  expired: { ...expired, error: 'Nobody has approved it in time. Nothing was sent.' },
} as const

/** The code of a failed payment's reason, where it has one. */
export function unapprovedBy(reason: string | null) {
  return Object.values(ENDS).find(({ error }) => error === reason)?.failure
}

type Change = (db: Db) => Promise<boolean>

/** A wait that a person ends. `audited`: commits it with the entry of that request. False as for `endUnattended`. */
export async function endRejected(
  world: World,
  transaction: Transaction,
  audited: (change: Change) => Promise<boolean>,
): Promise<boolean> {
  return !(await mayBeApproved(world, transaction, null)) && audited(endAs(world, transaction, 'rejected'))
}

/**
 * Ends a wait without a payment, and no person has asked for it just now. False where it has ended otherwise meanwhile, or may
 * have been approved before a restore. `accounted`: a sender whose transactions are all known, as the chain was just asked.
 */
async function endUnattended(
  world: World,
  transaction: Transaction,
  as: 'batch cancelled' | 'expired',
  accounted: Address | null = null,
): Promise<boolean> {
  if (await mayBeApproved(world, transaction, accounted)) return false
  const { accountId, id: subject } = transaction
  return atomically(world.db, async (db) => {
    if (!(await endAs(world, transaction, as)(db))) return false
    await appendOwn({ ...world, db }, { accountId, type: `approval.${ENDS[as].event}`, subject })
    return true
  })
}

function endAs(world: World, transaction: Transaction, as: keyof typeof ENDS): Change {
  return async (db) => {
    if (!(await endWait(db, transaction.id))) return false
    const { error, event } = ENDS[as]
    const change = { state: 'failed', waitingFor: null, error } as const
    const news = async () => [approvalNews(transaction, event)]
    if (await moveWithin(db, world.keys, transaction, change, world.clock.now(), news)) return true
    throw new Error(`transaction ${transaction.id} waited and is not PENDING`)
  }
}

/**
 * Whether the payment may have been approved before a restore: while a pool may hold its call that no node shows; until all
 * transactions of its sender are known; and while one of them is it, which then ends the wait.
 */
async function mayBeApproved(world: World, transaction: Transaction, accounted: Address | null): Promise<boolean> {
  const { id, fromAddress, createdAt } = transaction
  if (fromAddress === null) return false
  if (await isRestoredSince(world.db, Math.max(createdAt, world.clock.now() - POOL_MS))) return true
  if (fromAddress !== accounted && !(await isAccountedFor(world, fromAddress))) return true
  return (await listTagged(world.db, world.keys, [fromAddress])).some(({ tagRow }) => tagRow === id)
}

/** False also while the chain cannot be asked. */
const isAccountedFor = (world: World, sender: Address) => accountForNonces(world, sender).catch(() => false)

/**
 * Ends a wait with a payment, whose row goes on as sent. False where it has ended otherwise meanwhile. Belongs into the database
 * transaction that stores the payment's call.
 */
export async function endApproved(
  db: Db,
  keys: Keyring,
  transaction: Transaction,
  paid: Pick<Moved, 'reservedAt' | 'txHash'>,
  now: number,
): Promise<boolean> {
  if (!(await endWait(db, transaction.id))) return false
  const news = async () => [approvalNews(transaction, 'approved')]
  return moveWithin(db, keys, transaction, { state: 'sent', waitingFor: 'confirmation', ...paid }, now, news)
}

/** Ends one waiting payment if its time is over. */
export async function expireOne(world: World, transaction: Transaction): Promise<void> {
  const waiting = await findWaiting(world.db, world.keys, transaction.id)
  if (waiting === undefined || waiting.expiresAt > (await world.sharedNow(world.db))) return
  await endUnattended(world, transaction, 'expired')
}

const AT_ONCE = 20

/** Ends the payments that were not approved in time, or whose batch was cancelled, of all accounts. */
export async function expireOverdue(world: World): Promise<void> {
  const overdue = await listOverdue(world.db, await world.sharedNow(world.db))
  const bySender = [...Map.groupBy(overdue, ({ sender }) => sender)]
  await inBatches(world, bySender, AT_ONCE, ([sender, own]) => expireOf(world, sender, own))
}

/** The overdue payments of a sender. While its transactions are not all known, none of them ends. */
async function expireOf(world: World, sender: Address | null, overdue: readonly Overdue[]): Promise<void> {
  if (sender !== null && !(await isAccountedFor(world, sender))) return
  for (const { id, batch } of overdue) {
    if (world.closing.aborted) return
    try {
      const transaction = await findTransaction(world.db, world.keys, id)
      if (transaction === undefined) continue
      await endUnattended(world, transaction, batch === 'CANCELLED' ? 'batch cancelled' : 'expired', sender)
    } catch (error) {
      // One row that was altered keeps no other waiting.
      world.log.error({ transaction: id, reason: errorWords(error) }, 'a payment whose time is over could not be ended')
    }
  }
}
