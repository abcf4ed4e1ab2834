import { sql } from 'kysely'
import type { TransactionStatus } from '#shared/model/transaction.ts'
import { openIfKnown } from '../crypto/amounts.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { Db } from '../db/database.ts'
import type { TransactionRow } from '../db/schema/payment-rows.ts'
import type { PaymentRequest } from './store.ts'

/** Of a payment: not known while a confidential amount waits for its decryption. */
type Payment = { units: bigint; isKnown: boolean }

/** The condition of lists, which leave out rows at addresses of requests. */
export const isListed = sql<boolean>`(request_id is null or request_id <> wallet_id)`

type Owned = Pick<TransactionRow, 'requestId' | 'walletId'>

/** Whether a transaction came to, or left, the own address of a request: then it is part of that, and in no list. */
export const isAtRequest = ({ requestId, walletId }: Owned) => requestId !== null && requestId === walletId

type Asked = Pick<PaymentRequest, 'id' | 'isOwn' | 'token'>

/**
 * What has paid a request, in its token: what came to its own address; at its wallet's, the payments that name it, once they
 * have settled.
 */
export async function paymentsOf(db: Db, keys: Keyring, request: Asked): Promise<Payment[]> {
  const rows = await named(db, request.id)
    .select(['id', 'amount', 'waitingFor'])
    .where('token', '=', request.token)
    .where('type', '=', request.isOwn ? 'RECEIVE' : 'TRANSFER')
    .where('status', '=', 'SETTLED')
    .execute()
  return rows
    .filter(({ waitingFor }) => request.isOwn || waitingFor === null)
    .map(({ id, amount, waitingFor }) => ({
      units: openIfKnown(keys, { table: 'transactions', column: 'amount', row: id }, amount),
      isKnown: waitingFor === null,
    }))
}

/** Of payments of this gateway that name it and are on their way: what they are going to bring. */
export async function underwayTo(db: Db, keys: Keyring, request: Asked): Promise<bigint> {
  const underway: TransactionStatus[] = ['PENDING', 'SETTLING']
  const rows = await named(db, request.id)
    .select(['id', 'amount'])
    .where('type', '=', 'TRANSFER')
    .where('walletId', '<>', request.id)
    .where('status', 'in', underway)
    .execute()
  const units = rows.map(({ id, amount }) =>
    openIfKnown(keys, { table: 'transactions', column: 'amount', row: id }, amount),
  )
  return units.reduce((sum, one) => sum + one, 0n)
}

/** Whether anything ever came to its own address, of any token. */
export async function hasIncome(db: Db, id: string): Promise<boolean> {
  const row = await named(db, id).select('id').where('type', '=', 'RECEIVE').limit(1).executeTakeFirst()
  return row !== undefined
}

/** Whether what is at its own address is being moved. */
export async function isBeingCollected(db: Db, id: string): Promise<boolean> {
  const open: TransactionStatus[] = ['PENDING', 'SETTLING']
  const row = named(db, id).select('id').where('type', '=', 'TRANSFER').where('walletId', '=', id)
  return (await row.where('status', 'in', open).limit(1).executeTakeFirst()) !== undefined
}

/** Whether more is known to have come to its own address than has left it. */
export async function uncollected(db: Db, keys: Keyring, id: string): Promise<boolean> {
  const rows = await named(db, id)
    .select(['id', 'type', 'token', 'amount'])
    .where('walletId', '=', id)
    .where('type', 'in', ['RECEIVE', 'TRANSFER'])
    .where('status', '<>', 'FAILED')
    .execute()
  const left = new Map<string, bigint>()
  for (const { id: row, type, token, amount } of rows) {
    const units = openIfKnown(keys, { table: 'transactions', column: 'amount', row }, amount)
    left.set(token, (left.get(token) ?? 0n) + (type === 'RECEIVE' ? units : -units))
  }
  return [...left.values()].some((units) => units > 0n)
}

/** In an answer, at most so many. */
const IDS_MAX = 1_000

/** IDs of what paid it, in the order in which it came, and then of what collected it; of the account that asks for it alone. */
export async function transactionsOf(db: Db, request: Asked & Pick<PaymentRequest, 'walletId'>): Promise<string[]> {
  if (!request.isOwn) return arrivalsOf(db, request)
  const rows = await named(db, request.id)
    .select(['id', 'type'])
    .where('walletId', '=', request.id)
    .where('type', 'in', ['RECEIVE', 'TRANSFER'])
    .where('status', '<>', 'FAILED')
    .orderBy('type')
    .orderBy('createdAt')
    .orderBy('id')
    .limit(IDS_MAX)
    .execute()
  return rows.map(({ id }) => id)
}

/** What its wallet received by payments that name it. */
async function arrivalsOf(db: Db, { id, walletId }: Pick<PaymentRequest, 'id' | 'walletId'>): Promise<string[]> {
  const rows = await db
    .selectFrom('transactions as payment')
    .innerJoin('arrivals', 'arrivals.txHash', 'payment.txHash')
    .select('arrivals.transactionId')
    .where('payment.requestId', '=', id)
    .where('payment.type', '=', 'TRANSFER')
    .where('payment.status', '=', 'SETTLED')
    .where('arrivals.walletId', '=', walletId)
    .orderBy('payment.createdAt')
    .limit(IDS_MAX)
    .execute()
  return rows.map(({ transactionId }) => transactionId)
}

const named = (db: Db, id: string) => db.selectFrom('transactions').where('requestId', '=', id)
