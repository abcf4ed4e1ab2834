import { WALLETS_MAX } from '#shared/limits.ts'
import type { Db } from '../db/database.ts'
import { newestWalletSeed } from '../db/sealed/open-keyring.ts'
import type { Cause } from './cause.ts'
import {
  FOUND_MAX,
  firstSearch,
  isBehind,
  moveOn,
  type Search,
  searchesFor,
  sinceWhen,
} from './index-searches-store.ts'
import { beginRequestSearch } from './request-searches-store.ts'

/** A search ends so many indexes after the last wallet that is known: those between were never used. */
const GAP = 1_000
/**
 * Begins to look for wallets that this database does not know, of all accounts or of one: at the first index, since one that
 * was not used by the last search may be by now; where it is asked for, those of older seeds too, since a rotation does not take
 * back addresses that were given out, and may be paid for the first time after it. After a restore, and where the database is
 * behind, no new wallet gets an index that one of the lost may have had, even if it was never used, since its address may have
 * been given out. Returns the number of accounts.
 */
export async function beginSearches(trx: Db, cause: Cause): Promise<number> {
  const generation = await newestWalletSeed(trx)
  if (generation === 0) return 0
  const skipped = isBehind(cause) ? WALLETS_MAX : 0
  const searches = await searchesFor(trx, cause)
  for (const search of searches) {
    const { accountId } = search
    const row = trx.selectFrom('walletIndexes').selectAll().where('accountId', '=', accountId)
    const before = await row.where('generation', '=', generation).executeTakeFirst()
    const begun = { ...search, ...sinceWhen(search, before), searchAt: 0 }
    await trx
      .insertInto('walletIndexes')
      .values({ ...begun, generation, nextIndex: skipped, searchUntil: GAP })
      .onConflict((conflict) =>
        conflict.columns(['accountId', 'generation']).doUpdateSet((e) => ({
          ...begun,
          nextIndex: e('walletIndexes.nextIndex', '+', skipped),
          searchUntil: e('walletIndexes.nextIndex', '+', GAP),
        })),
      )
      .execute()
    if (cause.is === 'asked') {
      const older = trx.updateTable('walletIndexes').set((e) => ({ ...begun, searchUntil: e('nextIndex', '+', GAP) }))
      await older.where('accountId', '=', accountId).where('generation', '<', generation).execute()
    }
    await beginRequestSearch(trx, cause, generation, search)
  }
  return searches.length
}

/** Accounts whose wallets are looked for, at most so many. */
export async function searchedAccounts(db: Db, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('walletIndexes')
    .select('accountId')
    .where('searchAt', 'is not', null)
    .distinct()
    .orderBy('accountId')
    .limit(most)
    .execute()
  return rows.map(({ accountId }) => accountId)
}

/** The search that a new wallet waits for first: the one of the newest seed. */
export const searchOf = (db: Db, accountId: string) => firstSearch(db, 'walletIndexes', accountId)

/** Goes on behind a piece of a search in which wallets with these indexes were found, or ends it. */
export function goOnBehind(trx: Db, search: Search, end: number, indexes: readonly number[]): Promise<boolean> {
  const last = Math.max(-1, ...indexes)
  const found = search.found + indexes.length
  const searchUntil = last < 0 ? search.until : Math.max(search.until, last + 1 + GAP)
  const nextIndex = last < 0 ? 0 : last + 1 + WALLETS_MAX
  const searchAt = end >= searchUntil || found >= FOUND_MAX.walletIndexes ? null : end
  return moveOn(trx, 'walletIndexes', search, { searchAt, searchUntil, found, nextIndex })
}

/** Whether any wallet has come from a seed. */
export async function hasIndexes(db: Db): Promise<boolean> {
  return (await db.selectFrom('walletIndexes').select('accountId').limit(1).executeTakeFirst()) !== undefined
}

/** Wallets that came back, ever, and when the last one did, in milliseconds since the epoch. */
export async function rebuiltWallets(db: Db): Promise<{ count: number; last: number }> {
  const row = await db
    .selectFrom('wallets')
    .select((e) => [e.fn.countAll<number>().as('count'), e.fn.max('rebuiltAt').as('last')])
    .where('rebuiltAt', 'is not', null)
    .executeTakeFirstOrThrow()
  return { count: Number(row.count), last: Number(row.last ?? 0) }
}
