import { sql } from 'kysely'
import type { Hex } from '#shared/model/ids.ts'
import type { Db } from '../../db/database.ts'
import { MARK } from '../../db/schema/marks.ts'
import { paidWith } from '../../legs/reconciling/unattributed/paid-hashes-store.ts'
import { becomes, columnsOf, markOf, stateOf } from '../states.ts'
import { isUnderway, type Transaction } from '../store.ts'

function withWallets(db: Db) {
  return db
    .selectFrom('transactions')
    .innerJoin('wallets', 'wallets.id', 'transactions.walletId')
    .select(['transactions.id', 'wallets.address'])
}

/** Payments with a mark for the operator, and their wallets. */
export function marked(db: Db, list: 'owed' | 'mined after all') {
  // As a literal, as the index says it that holds only such rows: what is bound could be anything.
  return withWallets(db).where(sql<boolean>`owed <> 0`).where('owed', 'in', columnsOf(list).marks)
}

/** Redeems that are being paid out, or that a person has noted as paid and nothing on chain shows it; and their wallets. */
export function beingPaid(db: Db) {
  const { statuses, marks } = columnsOf('being paid')
  return withWallets(db)
    .where('transactions.type', '=', 'REDEEM')
    .where(isUnderway)
    .where('owed', 'in', marks)
    .where('status', 'in', statuses)
    .where((e) =>
      // Where the first leg is gone permanently there is nothing to pay.
      e.exists(
        e
          .selectFrom('legs')
          .select('legs.id')
          .whereRef('legs.transactionId', '=', 'transactions.id')
          .where('legs.movesValue', '=', 1)
          .where('legs.state', 'in', ['open', 'mined', 'confirmed']),
      ),
    )
}

/**
 * Whether a redeem is still unpaid, and as it was when it was read. Belongs into the database transaction that stores a payout.
 */
export async function isOwedAsRead(db: Db, { id, paidBy, state }: Pick<Transaction, 'id' | 'paidBy' | 'state'>) {
  const row = await db.selectFrom('transactions').select(['paidBy', 'owed']).where('id', '=', id).executeTakeFirst()
  return row !== undefined && row.paidBy === paidBy && row.owed === markOf(state)
}

type Becoming = keyof typeof becomes

/**
 * Moves a payment that has ended, or a redeem, to the state that the operator's word or the chain's evidence gives it, from the
 * state that it has at the time of writing. False if nothing changes.
 */
export async function note(db: Db, id: string, what: Becoming, now?: number): Promise<boolean> {
  for (;;) {
    const columns = ['status', 'waitingFor', 'owed'] as const
    const row = await db.selectFrom('transactions').select(columns).where('id', '=', id).executeTakeFirst()
    const next = row && becomes[what](stateOf(row))
    if (row === undefined || next === undefined) return false
    const { numUpdatedRows } = await db
      .updateTable('transactions')
      .set({ owed: markOf(next), ...(now === undefined ? {} : { updatedAt: now }) })
      .where('id', '=', id)
      .where('status', '=', row.status)
      .where('owed', '=', row.owed)
      .executeTakeFirstOrThrow()
    // Else another look has written another state, of which it is decided anew.
    if (numUpdatedRows === 1n) return true
  }
}

/** Takes a debt off the list. Throws where there is none by that ID. */
export async function resolveDebt(db: Db, id: string, now: number): Promise<void> {
  if (!(await note(db, id, 'resolved', now)))
    throw new Error(`Nothing is owed under that ID. "sotto owed" lists what is.`)
}

/**
 * Whether a transaction on chain is another payment's than this one, by its bytes, its tag or a note. That it was seen to
 * come in says nothing: it is the same transfer.
 */
export async function isOfAnother(db: Db, id: string, hash: Hex): Promise<boolean> {
  const paid = await paidWith(db, hash)
  if (paid !== undefined && paid !== id) return true
  const named = await db
    .selectFrom('transactions')
    .select('id')
    .where('id', '<>', id)
    .where('type', '<>', 'RECEIVE')
    .where((e) => e.or([e('txHash', '=', hash), e('settlementTxHash', '=', hash), e('paidBy', '=', hash)]))
    .executeTakeFirst()
  const signed = await db
    .selectFrom('attempts')
    .innerJoin('legs', 'legs.id', 'attempts.legId')
    .select('legs.transactionId')
    .where('attempts.hash', '=', hash)
    .executeTakeFirst()
  return named !== undefined || (signed !== undefined && signed.transactionId !== id)
}

type Failed = { id: string; updatedAt: number }

/** Failed payments without a mark for the operator, last changed first, at most so many. */
export function listLastFailed(db: Db, most: number): Promise<Failed[]> {
  return failedOnes(db).orderBy('updatedAt', 'desc').limit(most).execute()
}

/** Payments that failed since a moment, for the worker. */
export function listFailedSince(db: Db, since: number): Promise<Failed[]> {
  return failedOnes(db).where('updatedAt', '>=', since).execute()
}

function failedOnes(db: Db) {
  // As a literal: an index holds only these rows.
  return (
    db
      .selectFrom('transactions')
      .select(['id', 'updatedAt'])
      .where(sql<boolean>`status = 'FAILED'`)
      // A person looks after the others.
      .where('owed', 'in', [MARK.none, MARK.owed])
  )
}
