import { sql } from 'kysely'
import type { Address, Hex } from '#shared/model/ids.ts'
import type { Db } from '../../db/database.ts'
import type { ArrivalRow, TransactionRow } from '../../db/schema/payment-rows.ts'
import type { WalletRow } from '../../db/schema/schema.ts'

export type Named = Pick<TransactionRow, 'id' | 'accountId' | 'walletId' | 'requestId'>

const named = ['transactions.id', 'transactions.accountId', 'transactions.walletId', 'transactions.requestId'] as const

export type Unknown = Named & { handle: Hex | null }

/** As the index says it. */
const isUnknown = sql<boolean>`waiting_for = 'amount' and type = 'RECEIVE'`

/** Wallets of which some amount is not known yet, but for some of them: the one that has waited longest first. */
export async function waitingWallets(db: Db, most: number, except: readonly string[]): Promise<string[]> {
  const found = await db
    // By itself: grouped at once, SQLite goes through all transactions in the order of their wallets.
    .with(
      (cte) => cte('unknown').materialized(),
      (from) => from.selectFrom('transactions').select(['walletId', 'updatedAt']).where(isUnknown),
    )
    .selectFrom('unknown')
    .select('walletId')
    .$if(except.length > 0, (rows) => rows.where('walletId', 'not in', except))
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
    .select([...named, 'handle'])
    .where(isUnknown)
    .where('transactions.walletId', '=', walletId)
    .orderBy('transactions.updatedAt')
    .limit(most)
    .execute()
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

/** Arrivals of an archived wallet stay as they are, but for those of requests: their blocks are not looked at any more. */
const placed = (db: Db) =>
  db
    .selectFrom('arrivals')
    .innerJoin('transactions', 'transactions.id', 'arrivals.transactionId')
    .innerJoin('wallets', (join) =>
      join
        .onRef('wallets.id', '=', 'arrivals.walletId')
        .on((e) => e.or([e('wallets.archivedAt', 'is', null), e('wallets.forRequest', '=', 1)])),
    )
    .select([...named, 'blockNumber', 'blockHash'])

/** What came in by one transaction. */
export function arrivalsBy(db: Db, hash: Hex): Promise<Placed[]> {
  return placed(db).where('arrivals.txHash', '=', hash).execute()
}

/** What a wallet received as a second or later move of one transaction, before it was kept which log told of it. */
export async function unplacedRepeats(db: Db): Promise<{ address: Address; count: number; fromBlock: number }[]> {
  const found = await db
    .selectFrom('arrivals')
    .innerJoin('wallets', 'wallets.id', 'arrivals.walletId')
    .select(['wallets.address', (e) => e.fn.countAll().as('count'), (e) => e.fn.min('blockNumber').as('fromBlock')])
    .where('position', '>', 0)
    .where('logIndex', 'is', null)
    .where('wallets.archivedAt', 'is', null)
    .groupBy('wallets.address')
    .orderBy('wallets.address')
    .execute()
  return found.map(({ address, count, fromBlock }) => ({ address, count: Number(count), fromBlock }))
}

export type Placed = Named & { blockNumber: number; blockHash: Hex }

/** What came in in some blocks, both ends included, oldest first. */
export function arrivalsBetween(db: Db, from: number, to?: number): Promise<Placed[]> {
  const rows = placed(db).where('blockNumber', '>=', from).orderBy('blockNumber')
  return (to === undefined ? rows : rows.where('blockNumber', '<=', to)).execute()
}
