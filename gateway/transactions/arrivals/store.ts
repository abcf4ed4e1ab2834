import type { Hex } from '#shared/model/ids.ts'
import { sealUnits } from '../../crypto/amounts.ts'
import type { Keyring } from '../../crypto/keyring.ts'
import type { Db } from '../../db/database.ts'
import type { TransactionRow } from '../../db/schema/payment-rows.ts'
import { append, type News } from '../../outbox/store.ts'
import { recount } from '../../requests/move-request.ts'
import { isAtRequest } from '../../requests/payments-store.ts'
import { placeOf } from '../store.ts'
import { addToTotal } from '../totals-store.ts'
import { balanceNews, detailNews, statusNews } from '../write-store.ts'
import { type Arrival, isSealed, placeOnChain, rowOf } from './arrival.ts'
import type { Named, Placed, Unknown } from './read-store.ts'

/**
 * Effects of a change on totals, news and requests. They are written together, last, so that all writers take rows in one
 * order.
 */
export type Effects = {
  more: readonly Named[]
  fewer: readonly Named[]
  news: readonly News[]
  /** IDs of requests that are to be counted anew: arrivals at their own addresses count and are told as theirs alone. */
  requests: readonly string[]
}

/** Joins the effects of several changes; without arguments, no effects. */
export function mergeEffects(...all: readonly Effects[]): Effects {
  return {
    more: all.flatMap(({ more }) => more),
    fewer: all.flatMap(({ fewer }) => fewer),
    news: all.flatMap(({ news }) => news),
    requests: all.flatMap(({ requests }) => requests),
  }
}

/** Writes totals and news. Last in the database transaction of the change. */
export async function writeEffects(db: Db, keys: Keyring, effects: Effects, now: number): Promise<void> {
  await append(db, await updateTotals(db, keys, effects, now), now)
}

/** Adds to, or subtracts from, the total of each wallet, and recounts the requests. Returns all the news. */
export async function updateTotals(
  db: Db,
  keys: Keyring,
  { more, fewer, news, requests }: Effects,
  now: number,
): Promise<readonly News[]> {
  const rows = [...more.map((row) => ({ row, by: 1 })), ...fewer.map((row) => ({ row, by: -1 }))]
  const byWallet = Map.groupBy(rows, ({ row }) => row.walletId)
  for (const walletId of [...byWallet.keys()].sort()) {
    const own = byWallet.get(walletId) ?? []
    const change = own.reduce((sum, { by }) => sum + by, 0)
    const accountId = own[0]?.row.accountId
    if (accountId === undefined || change === 0) continue
    await addToTotal(db, { accountId, walletId, type: 'RECEIVE', status: 'SETTLED' }, change)
  }
  return [...news, ...(await recount(db, keys, requests, now))]
}

/** Effects of a change of rows: totals and news leave out the rows that lists do not show. */
function effectsOf<Row extends Named>(
  rows: readonly Row[],
  by: 'more' | 'fewer' | undefined,
  news: (row: Row) => News[],
): Effects {
  const listed = rows.filter((row) => !isAtRequest(row))
  const counted = { more: [], fewer: [], ...(by === undefined ? {} : { [by]: listed }) }
  const requests = rows.filter(isAtRequest).map(({ walletId }) => walletId)
  return { ...counted, news: listed.flatMap(news), requests }
}

/**
 * Stores arrivals, each once however often it is seen. An existing row gets its present place on chain, and its amount
 * if that was not known. Belongs into one database transaction, with its effects.
 */
export async function insertArrivals(
  db: Db,
  keys: Keyring,
  arrivals: readonly Arrival[],
  now: number,
): Promise<Effects> {
  if (arrivals.length === 0) return mergeEffects()
  const rows = arrivals.map((arrival) => ({ arrival, row: rowOf(keys, arrival) }))
  const inserted = await db
    .insertInto('transactions')
    .values(rows.map(({ row }) => row))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute()
  const ids = new Set(inserted.map(({ id }) => id))
  const fresh = rows.filter(({ row }) => ids.has(row.id))
  await releaseLogs(db, rows)
  if (fresh.length > 0) {
    await db
      .insertInto('arrivals')
      .values(fresh.map(({ arrival, row }) => placeOnChain(row.id, arrival)))
      .execute()
  }
  const more = fresh.map(({ row }) => row)
  const effects: Effects[] = [effectsOf(more, 'more', arrived)]
  for (const { arrival, row } of rows.filter((each) => !ids.has(each.row.id)))
    effects.push(await seeAgain(db, keys, row, arrival, now))
  return mergeEffects(...effects)
}

type Seen = { arrival: Arrival; row: TransactionRow }
type Log = { hash: Hex; blockHash: Hex; logIndex: number | null; walletId: string }

const nameOf = ({ hash, blockHash, logIndex, walletId }: Log) => [hash, blockHash, logIndex, walletId].join()

/** A node may have described these logs differently before: other rows give up their claim to them. */
async function releaseLogs(db: Db, rows: readonly Seen[]): Promise<void> {
  const placed = rows.filter(({ arrival }) => arrival.logIndex !== null)
  if (placed.length === 0) return
  const owners = new Map(
    placed.map(({ arrival, row }) => [nameOf({ ...arrival, walletId: arrival.wallet.id }), row.id] as const),
  )
  const standing = await db
    .selectFrom('arrivals')
    .select(['transactionId', 'txHash as hash', 'blockHash', 'logIndex', 'walletId'])
    .where('txHash', 'in', [...new Set(placed.map(({ arrival }) => arrival.hash))])
    .where('logIndex', 'is not', null)
    .execute()
  const released = standing.filter((log) => (owners.get(nameOf(log)) ?? log.transactionId) !== log.transactionId)
  if (released.length === 0) return
  const ids = released.map(({ transactionId }) => transactionId)
  await db.updateTable('arrivals').set({ logIndex: null }).where('transactionId', 'in', ids).execute()
}

/** News of an arrival. It has come in once its amount is known, or known to be sealed: until then it may be nothing. */
const arrived = (row: Named & Pick<TransactionRow, 'waitingFor'>): News[] => [
  row.waitingFor === null ? statusNews({ ...row, status: 'SETTLED' }) : detailNews(row),
  balanceNews(row),
]

const changed = (row: Named): Effects =>
  effectsOf([row], undefined, (one) => [statusNews({ ...one, status: 'SETTLED' })])

/** In another block the same transaction may have moved something else: then its amount is not known any more. */
async function seeAgain(db: Db, keys: Keyring, row: TransactionRow, arrival: Arrival, now: number): Promise<Effects> {
  const { block, blockHash, logIndex, handle, units } = arrival
  const at = db.selectFrom('arrivals').select(['blockHash', 'logIndex', 'handle']).where('transactionId', '=', row.id)
  const before = await at.executeTakeFirst()
  const isMoved = before?.blockHash !== blockHash
  if (isMoved || (logIndex !== null && logIndex !== before.logIndex))
    await db
      .updateTable('arrivals')
      .set({ blockNumber: block, blockHash, logIndex, handle })
      .where('transactionId', '=', row.id)
      .execute()
  if (isMoved) {
    const amount =
      handle !== null && handle === before?.handle ? {} : { amount: row.amount, waitingFor: row.waitingFor }
    await db
      .updateTable('transactions')
      .set({ ...amount, fromAddress: row.fromAddress, createdAt: row.createdAt, updatedAt: now })
      .where('id', '=', row.id)
      .execute()
  }
  const moved = isMoved ? effectsOf([row], undefined, arrived) : mergeEffects()
  if (units === undefined || isSealed(arrival)) return moved
  return mergeEffects(moved, await learnAmount(db, keys, { ...row, handle }, units, now))
}

/**
 * Writes an amount that was not known, unless the handle has changed since. If the amount is zero, the row is removed. Belongs
 * into a database transaction, with its effects.
 */
export async function learnAmount(db: Db, keys: Keyring, row: Unknown, units: bigint, now: number): Promise<Effects> {
  const still = db.selectFrom('arrivals').select('transactionId').where('handle', '=', row.handle)
  const { numUpdatedRows } = await db
    .updateTable('transactions')
    .set({ amount: sealUnits(keys, placeOf('amount', row.id), units), waitingFor: null, updatedAt: now })
    .where('id', '=', row.id)
    .where('type', '=', 'RECEIVE')
    .where('waitingFor', '=', 'amount')
    .where('id', 'in', still.where('transactionId', '=', row.id))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return mergeEffects()
  return units === 0n ? remove(db, [row.id]) : changed(row)
}

/**
 * Removes arrivals in blocks that are gone. An arrival that was seen in another block since stays. Belongs into a
 * database transaction, with its effects.
 */
export async function removeArrivals(db: Db, rows: readonly Placed[]): Promise<Effects> {
  if (rows.length === 0) return mergeEffects()
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
  return remove(
    db,
    found.map(({ transactionId }) => transactionId),
  )
}

async function remove(db: Db, ids: readonly string[]): Promise<Effects> {
  if (ids.length === 0) return mergeEffects()
  await db.deleteFrom('arrivals').where('transactionId', 'in', ids).execute()
  const gone = await db
    .deleteFrom('transactions')
    .where('id', 'in', ids)
    .where('type', '=', 'RECEIVE')
    .returning(['id', 'accountId', 'walletId', 'requestId'])
    .execute()
  return effectsOf(gone, 'fewer', (row) => [
    { accountId: row.accountId, walletId: row.walletId, kind: 'removed', subject: row.id },
    balanceNews(row),
  ])
}
