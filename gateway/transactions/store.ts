import { sql } from 'kysely'
import type { Address, Hex } from '#shared/model/ids.ts'
import { formatUnits } from '#shared/model/money.ts'
import type {
  Transaction as Answer,
  TransactionStatus,
  TransactionType,
  WaitingFor,
} from '#shared/model/transaction.ts'
import { openText, openUnits, sealText, sealUnits } from '../crypto/amounts.ts'
import type { Keyring, Place } from '../crypto/keyring.ts'
import { atomically, type Database, type Db } from '../db/database.ts'
import type { TransactionRow } from '../db/payment-rows.ts'
import { prepared } from '../db/prepared.ts'
import { addToTotal } from './totals.ts'

export type Transaction = Omit<TransactionRow, 'amount' | 'error' | 'confidential'> & {
  units: bigint
  error: string | null
  confidential: boolean
}

const placeOf = (column: 'amount' | 'error', row: string): Place => ({ table: 'transactions', column, row })

export function transactionOf(keys: Keyring, row: TransactionRow): Transaction {
  return {
    ...row,
    units: openUnits(keys, placeOf('amount', row.id), row.amount),
    error: row.error === null ? null : openText(keys, placeOf('error', row.id), row.error),
    confidential: row.confidential === 1,
  }
}

/** The transaction as the API shows it. */
export function toApi(transaction: Transaction): Answer {
  return {
    id: transaction.id,
    type: transaction.type,
    status: transaction.status,
    amount: formatUnits(transaction.units),
    token: transaction.token,
    txHash: transaction.txHash,
    cancelledByTxHash: transaction.cancelledByTxHash,
    settlementTxHash: transaction.settlementTxHash,
    walletId: transaction.walletId,
    createdAt: new Date(transaction.createdAt).toISOString(),
    updatedAt: new Date(transaction.updatedAt).toISOString(),
    ...(transaction.status === 'FAILED' ? { error: transaction.error ?? 'no reason is known' } : {}),
    to: transaction.toAddress,
    waitingFor: transaction.waitingFor,
    externalId: transaction.externalId,
  }
}

export type NewTransaction = {
  id: string
  accountId: string
  walletId: string
  type: TransactionType
  status: TransactionStatus
  units: bigint
  token: string
  confidential: boolean
  to: Address | null
  externalId: string | null
  txHash: Hex | null
  error: string | null
  now: number
}

/** Within the database transaction that stores what it is for, since its total is kept beside it. */
export async function insertTransaction(db: Db, keys: Keyring, row: NewTransaction): Promise<void> {
  await addToTotal(db, kindOf(row.accountId, row.walletId, row.type, row.status), 1)
  await db
    .insertInto('transactions')
    .values({
      id: row.id,
      accountId: row.accountId,
      walletId: row.walletId,
      type: row.type,
      status: row.status,
      amount: sealUnits(keys, placeOf('amount', row.id), row.units),
      token: row.token,
      confidential: row.confidential ? 1 : 0,
      toAddress: row.to,
      externalId: row.externalId,
      waitingFor: row.status === 'PENDING' ? 'confirmation' : null,
      error: row.error === null ? null : sealText(keys, placeOf('error', row.id), row.error),
      txHash: row.txHash,
      cancelledByTxHash: null,
      settlementTxHash: null,
      owed: 0,
      paidBy: null,
      createdAt: row.now,
      updatedAt: row.now,
    })
    .execute()
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

export type Change = {
  status: TransactionStatus
  waitingFor: WaitingFor | null
  error?: string
  txHash?: Hex
  cancelledBy?: Hex
  settlementTxHash?: Hex
  /** The first leg went through, and the payout never will. */
  owed?: boolean
}

type From = Pick<Transaction, 'id' | 'status' | 'accountId' | 'walletId' | 'type'>

/** Compare-and-set: writes only where the status is still what the decision was made from. */
export async function moveTransaction(
  db: Database,
  keys: Keyring,
  from: From,
  change: Change,
  now: number,
): Promise<boolean> {
  if (change.status === from.status) return write(db, keys, from, change, now)
  return atomically(db, async (trx) => {
    if (!(await write(trx, keys, from, change, now))) return false
    const kind = (status: TransactionStatus) => kindOf(from.accountId, from.walletId, from.type, status)
    await addToTotal(trx, kind(from.status), -1)
    await addToTotal(trx, kind(change.status), 1)
    return true
  })
}

function kindOf(accountId: string, walletId: string, type: TransactionType, status: TransactionStatus) {
  return { accountId: accountId, walletId: walletId, type, status }
}

async function write(db: Db, keys: Keyring, from: From, change: Change, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('transactions')
    .set({
      status: change.status,
      waitingFor: change.waitingFor,
      updatedAt: now,
      ...(change.error === undefined ? {} : { error: sealText(keys, placeOf('error', from.id), change.error) }),
      ...(change.owed ? { owed: 1 } : {}),
      ...(change.txHash === undefined ? {} : { txHash: change.txHash }),
      ...(change.cancelledBy === undefined ? {} : { cancelledByTxHash: change.cancelledBy }),
      ...(change.settlementTxHash === undefined ? {} : { settlementTxHash: change.settlementTxHash }),
    })
    .where('id', '=', from.id)
    .where('status', '=', from.status)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Notes what paid a redeem out, where no leg of its own did. */
export async function notePaidBy(db: Db, id: string, hash: Hex, now: number): Promise<void> {
  await db.updateTable('transactions').set({ paidBy: hash, updatedAt: now }).where('id', '=', id).execute()
}

export type InFlight = Pick<TransactionRow, 'id' | 'waitingFor' | 'createdAt'>

/** Everything that may still change, no matter whose it is; what was changed least recently first. */
export function listInFlight(db: Db): Promise<InFlight[]> {
  return db
    .selectFrom('transactions')
    .select(['id', 'waitingFor', 'createdAt'])
    .where('waitingFor', 'is not', null)
    .orderBy('updatedAt')
    .execute()
}

/** Redeems that can never be paid by trying again, and what was mined after it had been given up. */
export async function countOwed(db: Db): Promise<{ owed: number; minedAfterAll: number }> {
  const rows = await db
    .selectFrom('transactions')
    .select((e) => ['owed', e.fn.countAll<number | string>().as('count')])
    // As the index says it, which holds only these rows.
    .where(sql<boolean>`owed <> 0`)
    .groupBy('owed')
    .execute()
  const count = (value: number) => Number(rows.find(({ owed }) => owed === value)?.count ?? 0)
  return { owed: count(1), minedAfterAll: count(3) }
}
