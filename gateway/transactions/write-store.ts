import type { Address, Hex } from '#shared/model/ids.ts'
import type { TransactionStatus, TransactionType, WaitingFor } from '#shared/model/transaction.ts'
import { sealText, sealUnits } from '../crypto/amounts.ts'
import type { Keyring } from '../crypto/keyring.ts'
import { atomically, type Database, type Db } from '../db/database.ts'
import { append, type News } from '../outbox/store.ts'
import { placeOf, type Transaction } from './store.ts'
import { addToTotal } from './totals.ts'

export type NewTransaction = {
  id: string
  accountId: string
  walletId: string
  type: TransactionType
  status: TransactionStatus
  units: bigint
  token: string
  confidential: boolean
  /** Who pays. */
  from: Address | null
  to: Address | null
  externalId: string | null
  txHash: Hex | null
  error: string | null
  now: number
}

/** Within the database transaction that stores what it is for, since its total and the news of it are kept beside it. */
export async function insertTransaction(db: Db, keys: Keyring, row: NewTransaction): Promise<void> {
  await addToTotal(db, kindOf(row.accountId, row.walletId, row.type, row.status), 1)
  await db
    .insertInto('transactions')
    .values({
      id: row.id,
      account_id: row.accountId,
      wallet_id: row.walletId,
      type: row.type,
      status: row.status,
      amount: sealUnits(keys, placeOf('amount', row.id), row.units),
      token: row.token,
      confidential: row.confidential ? 1 : 0,
      from_address: row.from,
      to_address: row.to,
      external_id: row.externalId,
      waiting_for: row.status === 'PENDING' ? 'confirmation' : null,
      error: row.error === null ? null : sealText(keys, placeOf('error', row.id), row.error),
      tx_hash: row.txHash,
      cancelled_by_tx_hash: null,
      settlement_tx_hash: null,
      owed: 0,
      paid_by: null,
      created_at: row.now,
      updated_at: row.now,
    })
    .execute()
  await append(db, [newsOf({ ...row, account_id: row.accountId, wallet_id: row.walletId })], row.now)
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

type From = Pick<Transaction, 'id' | 'status' | 'account_id' | 'wallet_id' | 'type' | 'waiting_for'>

/**
 * Compare-and-set: writes only where the status is still what the decision was made from, with total, news, and whatever is
 * to stand or fall with it, in one database transaction.
 */
export async function moveTransaction(
  db: Database,
  keys: Keyring,
  from: From,
  change: Change,
  now: number,
  alongside?: (trx: Db) => Promise<void>,
): Promise<boolean> {
  const moves = change.status !== from.status
  if (!moves && change.waitingFor === from.waiting_for && alongside === undefined)
    return write(db, keys, from, change, now)
  return atomically(db, async (trx) => {
    if (!(await write(trx, keys, from, change, now))) return false
    await append(trx, [newsOf({ ...from, status: change.status }), balanceNews(from)], now)
    await alongside?.(trx)
    if (!moves) return true
    const kind = (status: TransactionStatus) => kindOf(from.account_id, from.wallet_id, from.type, status)
    await addToTotal(trx, kind(from.status), -1)
    await addToTotal(trx, kind(change.status), 1)
    return true
  })
}

type Named = Pick<Transaction, 'id' | 'status' | 'account_id' | 'wallet_id'>

/** That a transaction has another status, or is there. */
export function newsOf({ id, status, account_id, wallet_id }: Named): News {
  return { account_id, wallet_id, kind: 'transaction', subject: id, status }
}

/** That balances of its wallet may have changed. */
export function balanceNews({ account_id, wallet_id }: Pick<Named, 'account_id' | 'wallet_id'>): News {
  return { account_id, wallet_id, kind: 'balance', subject: wallet_id }
}

function kindOf(accountId: string, walletId: string, type: TransactionType, status: TransactionStatus) {
  return { account_id: accountId, wallet_id: walletId, type, status }
}

async function write(db: Db, keys: Keyring, from: From, change: Change, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('transactions')
    .set({
      status: change.status,
      waiting_for: change.waitingFor,
      updated_at: now,
      ...(change.error === undefined ? {} : { error: sealText(keys, placeOf('error', from.id), change.error) }),
      ...(change.owed ? { owed: 1 } : {}),
      ...(change.txHash === undefined ? {} : { tx_hash: change.txHash }),
      ...(change.cancelledBy === undefined ? {} : { cancelled_by_tx_hash: change.cancelledBy }),
      ...(change.settlementTxHash === undefined ? {} : { settlement_tx_hash: change.settlementTxHash }),
    })
    .where('id', '=', from.id)
    .where('status', '=', from.status)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Notes what paid a redeem out, where no leg of its own did. */
export async function notePaidBy(db: Db, id: string, hash: Hex, now: number): Promise<void> {
  await db.updateTable('transactions').set({ paid_by: hash, updated_at: now }).where('id', '=', id).execute()
}
