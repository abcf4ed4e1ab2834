import type { Db } from '../db/database.ts'
import type { Cause } from './cause.ts'
import { type Begun, FOUND_MAX, isBehind, moveOn, type Search, sinceWhen } from './index-searches-store.ts'

/** An age is left so many indexes after the last request of it that is known: an account may make many in vain. */
const GAP = 1_000
/**
 * Each restore begins another age of so many indexes, from a multiple of it on: no request gets one that a lost request may have
 * had, whose address may have been given out, and a search need not go through indexes that were never used.
 */
const AGE = 1_000_000
/**
 * Begins to look for requests that this database does not know: after a restore from the first that the backup cannot have; where
 * it is asked for from the first of all, of older seeds too.
 */
export async function beginRequestSearch(trx: Db, cause: Cause, generation: number, search: Begun): Promise<void> {
  const { accountId, ...rest } = search
  const row = trx.selectFrom('requestIndexes').selectAll().where('accountId', '=', accountId)
  const before = await row.where('generation', '=', generation).executeTakeFirst()
  const next = before?.nextIndex ?? 0
  // A search that the backup has under way goes on: it has not seen what it looks for.
  const searchAt = cause.is === 'restored' ? Math.min(before?.searchAt ?? next, next) : 0
  const nextIndex = isBehind(cause) ? (Math.floor(next / AGE) + 1) * AGE : next
  const begun = { ...rest, ...sinceWhen(search, before), searchAt, searchUntil: searchAt + GAP }
  await trx
    .insertInto('requestIndexes')
    .values({ ...begun, accountId, generation, nextIndex })
    .onConflict((conflict) => conflict.columns(['accountId', 'generation']).doUpdateSet({ ...begun, nextIndex }))
    .execute()
  if (cause.is === 'restored') return
  const older = trx.updateTable('requestIndexes').set(begun).where('accountId', '=', accountId)
  await older.where('generation', '<', generation).execute()
}

/**
 * Goes on behind a piece of a search in which there are requests with these indexes, found or stored, to the next age, or ends it.
 * `more`: how many were found.
 */
export function goOnBehindRequests(
  trx: Db,
  search: Search,
  end: number,
  { indexes, more }: { indexes: readonly number[]; more: number },
): Promise<boolean> {
  const last = Math.max(-1, ...indexes)
  const until = Math.max(search.until, last + 1 + GAP)
  const nextAge = (Math.floor(search.at / AGE) + 1) * AGE
  const nextIndex = Math.max(search.nextIndex, last + 1)
  const found = search.found + more
  const isOver = found >= FOUND_MAX.requestIndexes || nextAge > nextIndex
  const behind = isOver ? ([null, until] as const) : ([nextAge, nextAge + GAP] as const)
  const [searchAt, searchUntil] = end < until && found < FOUND_MAX.requestIndexes ? [end, until] : behind
  return moveOn(trx, 'requestIndexes', search, { searchAt, searchUntil, found, nextIndex })
}
