import { sql } from 'kysely'
import { openIfKnown, openText } from '../crypto/amounts.ts'
import type { Keyring, Place } from '../crypto/keyring.ts'
import type { Db } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { MARK, type Mark } from '../db/schema/marks.ts'
import type { TransactionRow } from '../db/schema/payment-rows.ts'
import { openUnaltered } from '../db/sealed/open-unaltered.ts'
import { type State, stateOf } from './states.ts'

export type Transaction = Omit<TransactionRow, 'amount' | 'error' | 'note' | 'confidential' | 'owed'> & {
  state: State
  /** Where the amount is not known 0n, which is no amount: see `unknown`. */
  units: bigint
  /**
   * For a `RECEIVE`: its amount is not known yet, or is sealed from this gateway. For a payment that was
   * written again: it moved nothing, and the chain does not show what it asked for.
   */
  unknown: boolean
  error: string | null
  note: string | null
  confidential: boolean
}

export const placeOf = (column: 'amount' | 'error' | 'note', row: string): Place => ({
  table: 'transactions',
  column,
  row,
})

export function transactionOf(keys: Keyring, { owed, ...row }: TransactionRow): Transaction {
  return {
    ...row,
    state: stateOf({ ...row, owed }),
    units: openIfKnown(keys, placeOf('amount', row.id), row.amount),
    unknown: row.amount.length === 0,
    error: row.error === null ? null : openText(keys, placeOf('error', row.id), row.error),
    note: row.note === null ? null : openText(keys, placeOf('note', row.id), row.note),
    confidential: row.confidential === 1,
  }
}

const byId = prepared((db, at: { id: string }) => db.selectFrom('transactions').selectAll().where('id', '=', at.id))

const ownById = prepared((db, at: { id: string; accountId: string }) =>
  db.selectFrom('transactions').selectAll().where('id', '=', at.id).where('accountId', '=', at.accountId),
)

/** A transaction of an account; of any account where none is named, which only the gateway itself may ask. */
export async function findTransaction(
  db: Db,
  keys: Keyring,
  id: string,
  accountId?: string,
): Promise<Transaction | undefined> {
  const [row] = (await (accountId === undefined ? byId(db, { id }) : ownById(db, { id, accountId }))).rows
  return row && transactionOf(keys, row)
}

/** The given transactions that belong to an account, by ID. */
export async function findTransactions(
  db: Db,
  keys: Keyring,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, Transaction>> {
  const own = await ownRows(db, accountId, ids)
  return new Map(own.map((row) => [row.id, transactionOf(keys, row)]))
}

/** The same; none of those that somebody has altered. */
export async function findUnaltered(
  db: Db,
  keys: Keyring,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, Transaction>> {
  const own = await ownRows(db, accountId, ids)
  const found = openUnaltered(
    own,
    (row) => transactionOf(keys, row),
    () => {},
  )
  return new Map(found.map((one) => [one.id, one]))
}

/** What kind each of them is, which is not sealed. */
export async function typesOf(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, TransactionRow['type']>> {
  return new Map((await ownRows(db, accountId, ids)).map(({ id, type }) => [id, type]))
}

async function ownRows(db: Db, accountId: string, ids: readonly string[]): Promise<TransactionRow[]> {
  if (ids.length === 0) return []
  // By their IDs alone: asked for the account too, an engine may go through all that it has.
  const rows = await db.selectFrom('transactions').selectAll().where('id', 'in', ids).execute()
  return rows.filter((row) => row.accountId === accountId)
}

/**
 * Whether a call may still change: as the index says it that holds only such rows (`transactions_in_flight`), which the engine
 * otherwise leaves aside, and goes through all there ever were.
 */
export const isUnderway = sql<boolean>`transactions.waiting_for is not null and transactions.type <> 'RECEIVE'`

/** Calls that may still change by what the chain does, of all accounts; the one changed least recently first. */
export function listInFlight(db: Db) {
  return db
    .selectFrom('transactions')
    .select(['id', 'type', 'waitingFor', 'createdAt', 'updatedAt'])
    .where(isUnderway)
    .where('waitingFor', '!=', 'approval')
    .orderBy('updatedAt')
    .execute()
}

/** Whether anything was paid, or has come in and is listed; a payment that failed moved nothing. */
export async function hasPayments(db: Db): Promise<boolean> {
  const row = db.selectFrom('transactions').select('id').where('status', '<>', 'FAILED').limit(1)
  return (await row.executeTakeFirst()) !== undefined
}

/** Redeems that can never be paid by trying again, and payments of which a leg was mined after it had been given up. */
export async function countOwed(db: Db): Promise<{ owed: number; minedAfterAll: number }> {
  const rows = await db
    .selectFrom('transactions')
    .select((e) => ['owed', e.fn.countAll<number | string>().as('count')])
    // As the index says it, which holds only these rows.
    .where(sql<boolean>`owed <> 0`)
    .groupBy('owed')
    .execute()
  const count = (mark: Mark) => Number(rows.find(({ owed }) => owed === mark)?.count ?? 0)
  return { owed: count(MARK.owed), minedAfterAll: count(MARK.minedAfterAll) }
}
