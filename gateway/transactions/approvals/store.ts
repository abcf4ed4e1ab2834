import type { ApprovalEvent } from '#shared/model/approval.ts'
import type { BatchStatus } from '#shared/model/batch.ts'
import type { Address } from '#shared/model/ids.ts'
import type { PolicyOf, PolicyRule } from '#shared/model/policy.ts'
import { openText, sealText } from '../../crypto/amounts.ts'
import type { Keyring } from '../../crypto/keyring.ts'
import type { Db } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import type { ApprovalRow } from '../../db/schema/approval-rows.ts'
import type { BatchStoredRow } from '../../db/schema/batch-rows.ts'
import { AlteredRow } from '../../db/sealed/row-macs.ts'
import { POOL_MS } from '../../legs/reconciling/restores-store.ts'
import type { News } from '../../outbox/store.ts'

/** Who asked for a payment. */
export type Asker = {
  type: 'session' | 'api_key'
  id: string
  /** Label of the API key; null for a session. */
  label: string | null
  /** Wallets that the key is limited to. */
  walletIds: string[] | null
}

/** A payment that waits for a person, as it was requested. Exactly this is paid, even if the payment's row has been altered. */
export type Waiting = {
  transactionId: string
  accountId: string
  walletId: string
  type: 'TRANSFER' | 'REDEEM'
  units: bigint
  token: string
  confidential: boolean
  from: Address
  to: Address | null
  /** Fingerprint of the pinned issuer whose address card names the receiver. */
  issuer?: string
  externalId: string | null
  /** The request that it pays. */
  requestId?: string
  /** Digest of the request, as its tag on chain will have it. */
  requestDigest: string | null
  asker: Asker
  /** Why it waits. */
  rule: PolicyRule
  of: PolicyOf
  createdAt: number
  expiresAt: number
}

const placeOf = (row: string) => ({ table: 'approvals', column: 'content', row })

/** News that a payment waits for a person, or of the outcome. */
export function approvalNews(
  { id, accountId, walletId }: { id: string; accountId: string; walletId: string },
  status: ApprovalEvent,
): News {
  return { accountId, walletId, kind: 'approval', subject: id, status }
}

/** Belongs into the database transaction that stores the payment. */
export async function insertWaiting(db: Db, keys: Keyring, waiting: Waiting): Promise<void> {
  const { transactionId, accountId, expiresAt } = waiting
  const text = JSON.stringify({ ...waiting, units: waiting.units.toString() })
  const content = sealText(keys, placeOf(transactionId), text)
  await db.insertInto('approvals').values({ transactionId, accountId, content, expiresAt }).execute()
}

/** Throws `AlteredRow` if the row's owner or end was altered outside of this gateway. */
function waitingOf(keys: Keyring, row: ApprovalRow): Waiting {
  const stored = JSON.parse(openText(keys, placeOf(row.transactionId), row.content)) as Omit<Waiting, 'units'> & {
    units: string
  }
  const waiting = { ...stored, units: BigInt(stored.units) }
  const isSame =
    waiting.transactionId === row.transactionId &&
    waiting.accountId === row.accountId &&
    waiting.expiresAt === Number(row.expiresAt)
  if (!isSame) throw new AlteredRow('approvals', row.transactionId)
  return waiting
}

const byId = prepared((db, at: { id: string }) =>
  db.selectFrom('approvals').selectAll().where('transactionId', '=', at.id),
)

export async function findWaiting(db: Db, keys: Keyring, id: string): Promise<Waiting | undefined> {
  const [row] = (await byId(db, { id })).rows
  return row && waitingOf(keys, row)
}

/** The waiting payments of an account: so many single ones, and as many rows of batches; each with the earliest end first. */
export async function listWaiting(db: Db, keys: Keyring, accountId: string, most: number): Promise<Waiting[]> {
  const first = (of: 'is' | 'is not') =>
    db
      .selectFrom('approvals')
      .innerJoin('transactions', 'transactions.id', 'approvals.transactionId')
      .selectAll('approvals')
      .where('approvals.accountId', '=', accountId)
      .where('transactions.batchId', of, null)
      .orderBy('approvals.expiresAt')
      .orderBy('approvals.transactionId')
      .limit(most)
      .execute()
  const [singles, rows] = [await first('is'), await first('is not')]
  return [...singles, ...rows].map((row) => waitingOf(keys, row))
}

/** Whether so many single payments of an account wait: rows of batches are bounded by their file. */
export async function areWaiting(db: Db, accountId: string, count: number): Promise<boolean> {
  const rows = await db
    .selectFrom('approvals')
    .innerJoin('transactions', 'transactions.id', 'approvals.transactionId')
    .select('approvals.transactionId')
    .where('approvals.accountId', '=', accountId)
    .where('transactions.batchId', 'is', null)
    .limit(count)
    .execute()
  return rows.length === count
}

/** How many payments wait, of all accounts. */
export async function countWaiting(db: Db): Promise<number> {
  const rows = db.selectFrom('approvals').select((e) => e.fn.countAll<number | string>().as('count'))
  return Number((await rows.executeTakeFirstOrThrow()).count)
}

export type Overdue = { id: string; sender: Address | null; batch: BatchStatus | null }

/**
 * Waiting payments, of all accounts, whose time is over, or whose batch was cancelled, the one first whose time ends first.
 * Without those that a pool may have from before a restore: none of them ends now.
 */
export function listOverdue(db: Db, now: number): Promise<Overdue[]> {
  return db
    .selectFrom('approvals')
    .innerJoin('transactions', 'transactions.id', 'approvals.transactionId')
    .leftJoin('batches', 'batches.id', 'transactions.batchId')
    .select(['approvals.transactionId as id', 'transactions.fromAddress as sender', 'batches.status as batch'])
    .where((e) => e.or([e('approvals.expiresAt', '<=', now), e('batches.status', '=', 'CANCELLED')]))
    .where((e) => {
      const since = e
        .selectFrom('restores')
        .select('at')
        .where('at', '>', now - POOL_MS)
      return e.not(e.exists(since.whereRef('at', '>', 'transactions.createdAt')))
    })
    .orderBy('approvals.expiresAt')
    .execute()
}

/** Where a batch stands. `reason`: the code of why the gateway has paused it; null where a person did. */
export type BatchNow = { status: BatchStatus; reason: string | null }

export async function findBatchNow(db: Db, keys: Keyring, id: string): Promise<BatchNow | undefined> {
  const row = db.selectFrom('batches').select(['id', 'status', 'reason']).where('id', '=', id)
  return batchNowOf(keys, await row.executeTakeFirst())
}

/** The same, and takes its row until the end of the database transaction: a pause or a cancellation comes before or after it. */
export async function lockBatch(db: Db, keys: Keyring, id: string): Promise<BatchNow | undefined> {
  const set = db.updateTable('batches').set((e) => ({ updatedAt: e.ref('updatedAt') }))
  const row = set.where('id', '=', id).returning(['id', 'status', 'reason'])
  return batchNowOf(keys, await row.executeTakeFirst())
}

function batchNowOf(keys: Keyring, row: Pick<BatchStoredRow, 'id' | 'status' | 'reason'> | undefined) {
  if (row === undefined) return undefined
  const { id, status, reason } = row
  const text = reason && openText(keys, { table: 'batches', column: 'reason', row: id }, reason)
  return { status, reason: text && (JSON.parse(text) as { code: string }).code }
}

/** Ends the wait, once: false if it was ended already. Belongs into the database transaction that stores the outcome. */
export async function endWait(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('approvals').where('transactionId', '=', id).executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
