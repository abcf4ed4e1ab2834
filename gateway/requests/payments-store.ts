import { sql } from 'kysely'
import type { Hex } from '#shared/model/ids.ts'
import type { TransactionStatus } from '#shared/model/transaction.ts'
import { openIfKnown } from '../crypto/amounts.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { Db } from '../db/database.ts'
import type { TransactionRow } from '../db/schema/payment-rows.ts'
import type { PaymentRequest } from './store.ts'

/** Of a payment: not known while a confidential amount waits for its decryption; `at` is when it was made by this gateway, else when it came. */
type Payment = { units: bigint; isKnown: boolean; at: number }

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
    .select(['id', 'amount', 'waitingFor', 'createdAt', 'txHash'])
    .where('token', '=', request.token)
    .where('type', '=', request.isOwn ? 'RECEIVE' : 'TRANSFER')
    .where('status', '=', 'SETTLED')
    .execute()
  const made = request.isOwn ? await madeHere(db, request.id) : new Map<Hex | null, number>()
  return rows
    .filter(({ waitingFor }) => request.isOwn || waitingFor === null)
    .map(({ id, amount, waitingFor, createdAt, txHash }) => ({
      units: openIfKnown(keys, { table: 'transactions', column: 'amount', row: id }, amount),
      isKnown: waitingFor === null,
      at: made.get(txHash) ?? Number(createdAt),
    }))
}

/** When each payment of this gateway that names a request was made, by its hash: the chain may take long to have it. */
async function madeHere(db: Db, id: string): Promise<Map<Hex | null, number>> {
  const rows = named(db, id).select(['txHash', 'createdAt', 'reservedAt']).where('type', '=', 'TRANSFER')
  const made = await rows.where('walletId', '<>', id).where('txHash', 'is not', null).execute()
  return new Map(made.map(({ txHash, createdAt, reservedAt }) => [txHash, Number(reservedAt ?? createdAt)]))
}

/** Whether anything has come to its own address, in its token, whose amount is not known yet. */
export async function hasUnknownIncome(db: Db, { id, isOwn, token }: Asked): Promise<boolean> {
  if (!isOwn) return false
  const rows = named(db, id).select('id').where('token', '=', token).where('type', '=', 'RECEIVE')
  const unknown = rows.where('status', '=', 'SETTLED').where('waitingFor', 'is not', null)
  return (await unknown.limit(1).executeTakeFirst()) !== undefined
}

/** Whether money of another token has come to its own address. */
export async function hasOtherIncome(db: Db, { id, isOwn, token }: Asked): Promise<boolean> {
  if (!isOwn) return false
  const came = named(db, id).select('id').where('walletId', '=', id).where('type', '=', 'RECEIVE')
  return (await came.where('token', '<>', token).limit(1).executeTakeFirst()) !== undefined
}

/** The token of what came first to its own address. */
export async function firstTokenOf(db: Db, id: string): Promise<string | undefined> {
  const came = named(db, id).select('token').where('walletId', '=', id).where('type', '=', 'RECEIVE')
  return (await came.orderBy('createdAt').orderBy('id').limit(1).executeTakeFirst())?.token
}

/** Of payments of this gateway that name it and are on their way: what they are going to bring. */
export async function underwayTo(db: Db, keys: Keyring, request: Asked): Promise<bigint> {
  const underway: TransactionStatus[] = ['PENDING', 'SETTLING']
  const rows = await named(db, request.id)
    .select(['id', 'amount'])
    .where('type', '=', 'TRANSFER')
    .where('walletId', '<>', request.id)
    .where('status', 'in', underway)
    // What waits for a person may never be sent.
    .where((e) => e.or([e('waitingFor', 'is', null), e('waitingFor', '<>', 'approval')]))
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
  const row = collectionsOf(db, id).select('id')
  return (await row.where('status', 'in', open).limit(1).executeTakeFirst()) !== undefined
}

/** How often what is at its own address was moved, what is under way included, and when last; 0 before. */
export async function collectedUntilNow(db: Db, id: string): Promise<{ times: number; last: number }> {
  const { times, last } = await collectionsOf(db, id)
    .select((e) => [e.fn.countAll().as('times'), e.fn.max('createdAt').as('last')])
    .where('status', '<>', 'FAILED')
    .executeTakeFirstOrThrow()
  return { times: Number(times), last: Number(last) }
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

/** IDs of what paid each of some requests, in the order in which it came, and then of what collected it; of the accounts that ask alone. */
export async function transactionsOf(
  db: Db,
  requests: readonly Pick<PaymentRequest, 'id' | 'isOwn'>[],
): Promise<Map<string, string[]>> {
  const idsOf = (isOwn: boolean) => requests.filter((one) => one.isOwn === isOwn).map(({ id }) => id)
  const [own, shared] = [idsOf(true), idsOf(false)]
  const rows = await Promise.all([
    own.length === 0 ? [] : atTheirOwn(db, own).execute(),
    shared.length === 0 ? [] : atTheirWallets(db, shared).execute(),
  ])
  const found = Map.groupBy(rows.flat(), ({ requestId }) => requestId)
  return new Map(requests.map(({ id }) => [id, (found.get(id) ?? []).map((row) => row.id)]))
}

const atTheirOwn = (db: Db, requestIds: readonly string[]) => {
  const placed = db
    .selectFrom('transactions')
    .select([
      'id',
      sql<string>`request_id`.as('requestId'),
      sql<number>`row_number() over (partition by request_id order by type, created_at, id)`.as('place'),
    ])
    .where('requestId', 'in', requestIds)
    .whereRef('walletId', '=', 'requestId')
    .where('type', 'in', ['RECEIVE', 'TRANSFER'])
    .where('status', '<>', 'FAILED')
  const first = db.selectFrom(placed.as('placed')).select(['id', 'requestId']).where('place', '<=', IDS_MAX)
  return first.orderBy('place')
}

/** What wallets received by payments that name requests. */
const atTheirWallets = (db: Db, requestIds: readonly string[]) => {
  const placed = db
    .selectFrom('transactions as payment')
    .innerJoin('requests', 'requests.id', 'payment.requestId')
    .innerJoin('arrivals', 'arrivals.txHash', 'payment.txHash')
    .select([
      'arrivals.transactionId as id',
      'requests.id as requestId',
      sql<number>`row_number() over (partition by requests.id order by payment.created_at)`.as('place'),
    ])
    .where('requests.id', 'in', requestIds)
    .where('payment.type', '=', 'TRANSFER')
    .where('payment.status', '=', 'SETTLED')
    .whereRef('arrivals.walletId', '=', 'requests.walletId')
  const first = db.selectFrom(placed.as('placed')).select(['id', 'requestId']).where('place', '<=', IDS_MAX)
  return first.orderBy('place')
}

const collectionsOf = (db: Db, id: string) => named(db, id).where('type', '=', 'TRANSFER').where('walletId', '=', id)

const named = (db: Db, id: string) => db.selectFrom('transactions').where('requestId', '=', id)
