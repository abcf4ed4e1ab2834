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
import { type Change, moveWithin } from '../write-store.ts'
import { approvalNews, endWait, findWaiting, listOverdue } from './store.ts'

/** How a wait ends without a payment. */
export type Unapproved = 'approval_rejected' | 'approval_expired'

const EVENTS = { approval_rejected: 'rejected', approval_expired: 'expired' } as const

/** The error text of the payment. */
export const REASONS: Record<Unapproved, string> = {
  approval_rejected: 'A person has rejected it. Nothing was sent.',
  approval_expired: 'Nobody has approved it in time. Nothing was sent.',
}

/** The code of a failed payment's reason, where it has one. */
export function unapprovedBy(error: string | null): Unapproved | undefined {
  return (Object.keys(REASONS) as Unapproved[]).find((code) => REASONS[code] === error)
}

/** Ends a wait without a payment. False where it has ended otherwise meanwhile, or may have been approved before a restore. */
export async function endUnapproved(world: World, transaction: Transaction, as: Unapproved): Promise<boolean> {
  if (await mayBeApproved(world, transaction)) return false
  return atomically(world.db, async (db) => {
    if (!(await endWait(db, transaction.id))) return false
    const change = { state: 'failed', waitingFor: null, error: REASONS[as] } as const
    const news = async () => [approvalNews(transaction, EVENTS[as])]
    if (!(await moveWithin(db, world.keys, transaction, change, world.clock.now(), news)))
      throw new Error(`transaction ${transaction.id} waited and is not PENDING`)
    const { accountId, id: subject } = transaction
    if (as === 'approval_expired') await appendOwn({ ...world, db }, { accountId, type: 'approval.expired', subject })
    return true
  })
}

/**
 * Whether the payment may have been approved before a restore: while a pool may hold its call that no node shows; until all
 * transactions of its sender are known; and while one of them is it, which then ends the wait.
 */
async function mayBeApproved(world: World, { id, fromAddress, createdAt }: Transaction): Promise<boolean> {
  if (fromAddress === null) return false
  if (await isRestoredSince(world.db, Math.max(createdAt, world.clock.now() - POOL_MS))) return true
  if (!(await isAccountedFor(world, fromAddress))) return true
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
  paid: Pick<Change, 'reservedAt' | 'txHash'>,
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
  await endUnapproved(world, transaction, 'approval_expired')
}

const AT_ONCE = 20

/** Ends the payments that were not approved in time, of all accounts. */
export async function expireOverdue(world: World): Promise<void> {
  const overdue = await listOverdue(world.db, await world.sharedNow(world.db))
  const bySender = [...Map.groupBy(overdue, ({ sender }) => sender)]
  await inBatches(world, bySender, AT_ONCE, ([sender, own]) => expireOf(world, sender, own))
}

/** The overdue payments of a sender. While its transactions are not all known, none of them ends. */
async function expireOf(world: World, sender: Address | null, overdue: readonly { id: string }[]): Promise<void> {
  if (sender !== null && !(await isAccountedFor(world, sender))) return
  for (const { id } of overdue) {
    if (world.closing.aborted) return
    try {
      const transaction = await findTransaction(world.db, world.keys, id)
      if (transaction !== undefined) await endUnapproved(world, transaction, 'approval_expired')
    } catch (error) {
      // One row that was altered keeps no other waiting.
      world.log.error({ transaction: id, reason: errorWords(error) }, 'a payment whose time is over could not be ended')
    }
  }
}
