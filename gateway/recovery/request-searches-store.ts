import { OPERATOR_ACCOUNT } from '../accounts/operator-account.ts'
import type { Db } from '../db/database.ts'
import type { RequestIndexRow } from '../db/schema/request-rows.ts'
import { newestWalletSeed } from '../db/sealed/open-keyring.ts'
import type { Cause } from './cause.ts'

/** An age is left so many indexes after the last request of it that is known: an account may make many in vain. */
const GAP = 1_000
/**
 * Each restore begins another age of so many indexes, from a multiple of it on: no request gets one that a lost request may have
 * had, whose address may have been given out, and a search need not go through indexes that were never used.
 */
const AGE = 1_000_000
/** So many of an account come back in one search at most: a node may claim that all are in use. Another search goes on. */
const FOUND_MAX = 2_000

/** Looks for requests of an account from the index `at` on, before `until`, and then in the next age. */
export type RequestSearch = Pick<
  RequestIndexRow,
  'accountId' | 'generation' | 'scannedBlock' | 'nextIndex' | 'found'
> & {
  at: number
  until: number
  madeAfter: number
}

/**
 * Begins to look for requests that this database does not know: after a restore from the first that the backup cannot have; where
 * it is asked for from the first of all, of older seeds too.
 */
export async function beginRequestSearches(trx: Db, cause: Cause): Promise<void> {
  const generation = await newestWalletSeed(trx)
  if (generation === 0) return
  const isBehind = cause.is === 'restored' || cause.isBehind === true
  const newest = trx.selectFrom('scannedBlocks').select((e) => e.fn.max('blockNumber').as('number'))
  const scannedBlock = cause.is === 'restored' ? ((await newest.executeTakeFirst())?.number ?? 0) : 0
  const all = trx.selectFrom('accounts').select(['id', 'createdAt']).where('id', '!=', OPERATOR_ACCOUNT)
  const isOne = cause.is === 'asked' && cause.accountId !== undefined
  const accounts = await (isOne ? all.where('id', '=', cause.accountId as string) : all).execute()
  for (const { id: accountId, createdAt } of accounts) {
    const row = trx.selectFrom('requestIndexes').select('nextIndex').where('accountId', '=', accountId)
    const known = await row.where('generation', '=', generation).executeTakeFirst()
    const next = known?.nextIndex ?? 0
    const searchAt = cause.is === 'restored' ? next : 0
    const nextIndex = isBehind ? (Math.floor(next / AGE) + 1) * AGE : next
    const begun = {
      found: 0,
      searchAt,
      searchUntil: searchAt + GAP,
      madeAfter: cause.is === 'restored' ? cause.madeAfter : createdAt,
      scannedBlock,
    }
    await trx
      .insertInto('requestIndexes')
      .values({ ...begun, accountId, generation, nextIndex })
      .onConflict((conflict) => conflict.columns(['accountId', 'generation']).doUpdateSet({ ...begun, nextIndex }))
      .execute()
    if (cause.is === 'restored') continue
    await trx
      .updateTable('requestIndexes')
      .set(begun)
      .where('accountId', '=', accountId)
      .where('generation', '<', generation)
      .execute()
  }
}

/** A search that is under way. */
export async function nextRequestSearch(db: Db): Promise<RequestSearch | undefined> {
  const row = await db
    .selectFrom('requestIndexes')
    .select([
      'accountId',
      'generation',
      'scannedBlock',
      'nextIndex',
      'found',
      'searchAt as at',
      'searchUntil as until',
      'madeAfter',
    ])
    .where('searchAt', 'is not', null)
    .orderBy('accountId')
    .orderBy('generation', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row as RequestSearch | undefined
}

/** The stored ones of the given requests. */
export async function requestsAmong(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('requests').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * Goes on behind a piece of a search in which there are requests with these indexes, found or stored, or ends it. `more`: how
 * many were found. False where another process has gone on meanwhile. Belongs first into the database transaction that stores
 * them.
 */
export async function goOnBehindRequests(
  trx: Db,
  search: RequestSearch,
  end: number,
  { indexes, more }: { indexes: readonly number[]; more: number },
): Promise<boolean> {
  const last = Math.max(-1, ...indexes)
  const until = Math.max(search.until, last + 1 + GAP)
  const nextAge = (Math.floor(search.at / AGE) + 1) * AGE
  const nextIndex = Math.max(search.nextIndex, last + 1)
  const found = search.found + more
  const isOver = found >= FOUND_MAX || nextAge > nextIndex
  const behind = isOver ? ([null, until] as const) : ([nextAge, nextAge + GAP] as const)
  const [searchAt, searchUntil] = end < until && found < FOUND_MAX ? [end, until] : behind
  const { numUpdatedRows } = await trx
    .updateTable('requestIndexes')
    .set((e) => ({
      searchAt,
      searchUntil,
      found,
      nextIndex: e.case().when('nextIndex', '<', nextIndex).then(nextIndex).else(e.ref('nextIndex')).end(),
    }))
    .where('accountId', '=', search.accountId)
    .where('generation', '=', search.generation)
    .where('searchAt', '=', search.at)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
