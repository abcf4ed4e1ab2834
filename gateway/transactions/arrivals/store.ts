import { sql } from 'kysely'
import type { Hex } from '#shared/model/ids.ts'
import { sealUnits } from '../../crypto/amounts.ts'
import type { Keyring } from '../../crypto/keyring.ts'
import type { Db } from '../../db/database.ts'
import type { ArrivalRow, TransactionRow } from '../../db/schema/payment-rows.ts'
import type { WalletRow } from '../../db/schema/schema.ts'
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
  for (const { arrival, row } of rows.filter((each) => !ids.has(each.row.id))) {
    await moveToBlock(db, row.id, arrival)
    if (arrival.units !== undefined && !isSealed(arrival)) await learnAmount(db, keys, row, arrival.units, now)
  }
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

async function moveToBlock(db: Db, id: string, { block, blockHash }: Arrival): Promise<void> {
  await db
    .updateTable('arrivals')
    .set({ blockNumber: block, blockHash: blockHash })
    .where('transactionId', '=', id)
    .where('blockHash', '!=', blockHash)
    .execute()
}

/** Writes an amount that was not known; of nothing, the row goes: nothing came in. */
export async function learnAmount(db: Db, keys: Keyring, row: Named, units: bigint, now: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('transactions')
    .set({ amount: sealUnits(keys, placeOf('amount', row.id), units), waitingFor: null, updatedAt: now })
    .where('id', '=', row.id)
    .where('type', '=', 'RECEIVE')
    .where('waitingFor', '=', 'amount')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return
  if (units === 0n) await removeArrivals(db, [row], now)
  else await append(db, [newsOf({ ...row, status: 'SETTLED' })], now)
}

export type Unknown = Named & { handle: Hex | null }

/** Those whose amount is not known yet, least recently changed first: of all wallets, or of one. */
export function unknownAmounts(db: Db, most: number, walletId?: string): Promise<Unknown[]> {
  let rows = db
    .selectFrom('transactions')
    .innerJoin('arrivals', 'arrivals.transactionId', 'transactions.id')
    .select(['transactions.id', 'transactions.accountId', 'transactions.walletId', 'handle'])
    // As the index says it.
    .where(sql<boolean>`waiting_for = 'amount' and type = 'RECEIVE'`)
  if (walletId !== undefined) rows = rows.where('transactions.walletId', '=', walletId)
  return rows.orderBy('transactions.updatedAt').limit(most).execute()
}

/** Takes back what is not there any more, with totals and news. Belongs into a database transaction. */
export async function removeArrivals(db: Db, rows: readonly Named[], now: number): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
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

const placed = (db: Db) =>
  db
    .selectFrom('arrivals')
    .innerJoin('transactions', 'transactions.id', 'arrivals.transactionId')
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
