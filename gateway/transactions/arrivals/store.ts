import { sql } from 'kysely'
import type { Hex } from '#shared/model/ids.ts'
import { sealUnits } from '../../crypto/amounts.ts'
import type { Keyring } from '../../crypto/keyring.ts'
import type { Db } from '../../db/database.ts'
import type { ArrivalRow, TransactionRow } from '../../db/payment-rows.ts'
import type { WalletRow } from '../../db/schema.ts'
import { append, type News } from '../../outbox/store.ts'
import { placeOf } from '../store.ts'
import { addToTotal } from '../totals-store.ts'
import { balanceNews, newsOf } from '../write-store.ts'
import { type Arrival, arrivalId, isSealed } from './arrival.ts'

type Named = Pick<TransactionRow, 'id' | 'accountId' | 'walletId'>

const NOT_SEALED = '' as TransactionRow['amount']

/**
 * Writes down what came in, once however often it is seen. What was there is told where it stands now, and its amount
 * where that was not known. Belongs into one database transaction. Returns how many are new.
 */
export async function insertArrivals(
  db: Db,
  keys: Keyring,
  arrivals: readonly Arrival[],
  now: number,
): Promise<number> {
  if (arrivals.length === 0) return 0
  const rows = arrivals.map((arrival) => ({ arrival, row: rowOf(keys, arrival) }))
  const inserted = await db
    .insertInto('transactions')
    .values(rows.map(({ row }) => row))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute()
  const ids = new Set(inserted.map(({ id }) => id))
  const fresh = rows.filter(({ row }) => ids.has(row.id))
  if (fresh.length > 0) {
    await db
      .insertInto('arrivals')
      .values(fresh.map(({ arrival, row }) => placeOnChain(row.id, arrival)))
      .execute()
    const news = fresh.map(({ row }) => row)
    await count(db, news, 1)
    await append(db, news.flatMap(arrived), now)
  }
  for (const { arrival, row } of rows.filter((each) => !ids.has(each.row.id)))
    await seeAgain(db, keys, row, arrival, now)
  return fresh.length
}

function rowOf(keys: Keyring, arrival: Arrival): TransactionRow {
  const { wallet, units, time } = arrival
  const id = arrivalId(keys, arrival)
  const known = units !== undefined && !isSealed(arrival)
  return {
    id,
    accountId: wallet.accountId,
    walletId: wallet.id,
    type: 'RECEIVE',
    status: 'SETTLED',
    amount: known ? sealUnits(keys, placeOf('amount', id), units) : NOT_SEALED,
    token: arrival.token,
    confidential: arrival.handle === null ? 0 : 1,
    fromAddress: arrival.from,
    toAddress: wallet.address,
    externalId: null,
    waitingFor: known || isSealed(arrival) ? null : 'amount',
    error: null,
    txHash: arrival.hash,
    cancelledByTxHash: null,
    settlementTxHash: null,
    owed: 0,
    paidBy: null,
    createdAt: time,
    updatedAt: time,
  }
}

function placeOnChain(transactionId: string, arrival: Arrival): ArrivalRow {
  const { wallet, hash, token, position, block, blockHash, handle } = arrival
  return {
    transactionId,
    walletId: wallet.id,
    txHash: hash,
    token,
    position,
    blockNumber: block,
    blockHash: blockHash,
    handle,
  }
}

const arrived = (row: Named): News[] => [newsOf({ ...row, status: 'SETTLED' }), balanceNews(row)]

/** Of each wallet so many more, or less. */
async function count(db: Db, rows: readonly Named[], each: 1 | -1): Promise<void> {
  const byWallet = Map.groupBy(rows, ({ walletId }) => walletId)
  for (const walletId of [...byWallet.keys()].sort()) {
    const [first, ...rest] = byWallet.get(walletId) ?? []
    if (first === undefined) continue
    const kind = { accountId: first.accountId, walletId, type: 'RECEIVE', status: 'SETTLED' } as const
    await addToTotal(db, kind, each * (1 + rest.length))
  }
}

/** In another block the same transaction may have moved something else: then what was known of the amount holds no longer. */
async function seeAgain(db: Db, keys: Keyring, row: TransactionRow, arrival: Arrival, now: number): Promise<void> {
  const { block, blockHash, handle, units } = arrival
  const at = db.selectFrom('arrivals').select(['blockHash', 'handle']).where('transactionId', '=', row.id)
  const before = await at.executeTakeFirst()
  if (before?.blockHash !== blockHash) {
    await db
      .updateTable('arrivals')
      .set({ blockNumber: block, blockHash, handle })
      .where('transactionId', '=', row.id)
      .execute()
    const amount =
      handle !== null && handle === before?.handle ? {} : { amount: row.amount, waitingFor: row.waitingFor }
    await db
      .updateTable('transactions')
      .set({ ...amount, fromAddress: row.fromAddress, createdAt: row.createdAt, updatedAt: now })
      .where('id', '=', row.id)
      .execute()
    await append(db, [newsOf({ ...row, status: 'SETTLED' })], now)
  }
  if (units !== undefined && !isSealed(arrival)) await learnAmount(db, keys, { ...row, handle }, units, now)
}

/**
 * Writes an amount that was not known, unless it is another one's since; of nothing, the row goes: nothing came in. Belongs
 * into a database transaction.
 */
export async function learnAmount(db: Db, keys: Keyring, row: Unknown, units: bigint, now: number): Promise<void> {
  const still = db.selectFrom('arrivals').select('transactionId').where('handle', '=', row.handle)
  const { numUpdatedRows } = await db
    .updateTable('transactions')
    .set({ amount: sealUnits(keys, placeOf('amount', row.id), units), waitingFor: null, updatedAt: now })
    .where('id', '=', row.id)
    .where('type', '=', 'RECEIVE')
    .where('waitingFor', '=', 'amount')
    .where('id', 'in', still.where('transactionId', '=', row.id))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return
  if (units === 0n) await remove(db, [row.id], now)
  else await append(db, [newsOf({ ...row, status: 'SETTLED' })], now)
}

export type Unknown = Named & { handle: Hex | null }

/** As the index says it. */
const isUnknown = sql<boolean>`waiting_for = 'amount' and type = 'RECEIVE'`

/** Wallets of which some amount is not known yet, but for some of them: whoever has waited longest first. */
export async function waitingWallets(db: Db, most: number, except: readonly string[]): Promise<string[]> {
  let rows = db.selectFrom('transactions').select('walletId').where(isUnknown)
  if (except.length > 0) rows = rows.where('walletId', 'not in', except)
  const found = await rows
    .groupBy('walletId')
    .orderBy((e) => e.fn.min('updatedAt'))
    .limit(most)
    .execute()
  return found.map(({ walletId }) => walletId)
}

/** What a wallet received whose amount is not known yet, least recently changed first. */
export function unknownAmounts(db: Db, walletId: string, most: number): Promise<Unknown[]> {
  return db
    .selectFrom('transactions')
    .innerJoin('arrivals', 'arrivals.transactionId', 'transactions.id')
    .select(['transactions.id', 'transactions.accountId', 'transactions.walletId', 'handle'])
    .where(isUnknown)
    .where('transactions.walletId', '=', walletId)
    .orderBy('transactions.updatedAt')
    .limit(most)
    .execute()
}

/**
 * Takes back what came in with blocks that are gone, with totals and news. What has been seen in another block since stays.
 * Belongs into a database transaction.
 */
export async function removeArrivals(db: Db, rows: readonly Placed[], now: number): Promise<void> {
  if (rows.length === 0) return
  const found = await db
    .selectFrom('arrivals')
    .select('transactionId')
    .where(
      'transactionId',
      'in',
      rows.map(({ id }) => id),
    )
    .where('blockHash', 'in', [...new Set(rows.map(({ blockHash }) => blockHash))])
    .execute()
  await remove(
    db,
    found.map(({ transactionId }) => transactionId),
    now,
  )
}

async function remove(db: Db, ids: readonly string[], now: number): Promise<void> {
  if (ids.length === 0) return
  await db.deleteFrom('arrivals').where('transactionId', 'in', ids).execute()
  const gone = await db
    .deleteFrom('transactions')
    .where('id', 'in', ids)
    .where('type', '=', 'RECEIVE')
    .returning(['id', 'accountId', 'walletId'])
    .execute()
  await count(db, gone, -1)
  const news = gone.flatMap((row): News[] => [
    { accountId: row.accountId, walletId: row.walletId, kind: 'removed', subject: row.id },
    balanceNews(row),
  ])
  await append(db, news, now)
}

/** Where one stands on chain, and of which wallet it is. */
export function findArrival(db: Db, id: string): Promise<(ArrivalRow & Receiver) | undefined> {
  return db
    .selectFrom('arrivals')
    .innerJoin('wallets', 'wallets.id', 'arrivals.walletId')
    .selectAll('arrivals')
    .select(['wallets.address', 'wallets.type'])
    .where('transactionId', '=', id)
    .executeTakeFirst()
}

type Receiver = Pick<WalletRow, 'address' | 'type'>

/** What a wallet had received when it was archived stays as it was: nobody looks where it stands. */
const placed = (db: Db) =>
  db
    .selectFrom('arrivals')
    .innerJoin('transactions', 'transactions.id', 'arrivals.transactionId')
    .innerJoin('wallets', (join) =>
      join.onRef('wallets.id', '=', 'arrivals.walletId').on('wallets.archivedAt', 'is', null),
    )
    .select(['transactions.id', 'transactions.accountId', 'transactions.walletId', 'blockNumber', 'blockHash'])

/** What came in by one transaction. */
export function arrivalsBy(db: Db, hash: Hex): Promise<Placed[]> {
  return placed(db).where('arrivals.txHash', '=', hash).execute()
}

export type Placed = Named & { blockNumber: number; blockHash: Hex }

/** What came in in some blocks, both ends included, oldest first. */
export function arrivalsBetween(db: Db, from: number, to?: number): Promise<Placed[]> {
  const rows = placed(db).where('blockNumber', '>=', from).orderBy('blockNumber')
  return (to === undefined ? rows : rows.where('blockNumber', '<=', to)).execute()
}
