import { WALLETS_MAX } from '#shared/limits.ts'
import { OPERATOR_ACCOUNT } from '../accounts/operator-account.ts'
import type { Db } from '../db/database.ts'
import type { WalletIndexRow } from '../db/schema/schema.ts'
import { newestWalletSeed } from '../db/sealed/open-keyring.ts'
import type { Cause } from './cause.ts'
import { beginRequestSearches } from './request-searches-store.ts'

/** A search ends so many indexes after the last wallet that is known: those between were never used. */
const GAP = 1_000
/** So many wallets of an account come back in one search at most: it never had more, and a node may claim that all are in use. */
export const FOUND_MAX = WALLETS_MAX

/** Looks for wallets of an account from the index `at` on, and ends before `until`. */
export type Search = Pick<WalletIndexRow, 'accountId' | 'generation' | 'found' | 'scannedBlock'> & {
  at: number
  until: number
  madeAfter: number
}

/**
 * Begins to look for wallets that this database does not know, of all accounts or of one: at the first index, since one that
 * was not used by the last search may be by now; where it is asked for, those of older seeds too. After a restore, and where
 * the database is behind, no new wallet gets an index that one of the lost may have had, even if it was never used, since its
 * address may have been given out. Returns the number of accounts.
 */
export async function beginSearches(trx: Db, cause: Cause): Promise<number> {
  const generation = await newestWalletSeed(trx)
  if (generation === 0) return 0
  const skipped = cause.is === 'restored' || cause.isBehind === true ? WALLETS_MAX : 0
  const madeAfter = cause.is === 'restored' ? cause.madeAfter : undefined
  const newest = trx.selectFrom('scannedBlocks').select((e) => e.fn.max('blockNumber').as('number'))
  const scannedBlock = cause.is === 'restored' ? ((await newest.executeTakeFirst())?.number ?? 0) : 0
  const all = trx.selectFrom('accounts').select(['id', 'createdAt']).where('id', '!=', OPERATOR_ACCOUNT)
  const accounts = await (cause.is === 'asked' && cause.accountId !== undefined
    ? all.where('id', '=', cause.accountId)
    : all
  ).execute()
  for (const { id: accountId, createdAt } of accounts) {
    const begun = { searchAt: 0, found: 0, madeAfter: madeAfter ?? createdAt, scannedBlock }
    await trx
      .insertInto('walletIndexes')
      .values({ ...begun, accountId, generation, nextIndex: skipped, searchUntil: GAP })
      .onConflict((conflict) =>
        conflict.columns(['accountId', 'generation']).doUpdateSet((e) => ({
          ...begun,
          nextIndex: e('walletIndexes.nextIndex', '+', skipped),
          searchUntil: e('walletIndexes.nextIndex', '+', GAP),
        })),
      )
      .execute()
    if (cause.is === 'asked') await againOfOlderSeeds(trx, begun, accountId, generation)
  }
  await beginRequestSearches(trx, cause)
  return accounts.length
}

/** A rotation does not take back addresses that were given out, and may be paid for the first time after it. */
async function againOfOlderSeeds(
  trx: Db,
  begun: Pick<WalletIndexRow, 'searchAt' | 'found' | 'madeAfter' | 'scannedBlock'>,
  accountId: string,
  newest: number,
): Promise<void> {
  await trx
    .updateTable('walletIndexes')
    .set((e) => ({ ...begun, searchUntil: e('nextIndex', '+', GAP) }))
    .where('accountId', '=', accountId)
    .where('generation', '<', newest)
    .execute()
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
export async function searchOf(db: Db, accountId: string): Promise<Search | undefined> {
  const row = await db
    .selectFrom('walletIndexes')
    .select(['accountId', 'generation', 'found', 'scannedBlock', 'searchAt as at', 'searchUntil as until', 'madeAfter'])
    .where('accountId', '=', accountId)
    .where('searchAt', 'is not', null)
    .orderBy('generation', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row as Search | undefined
}

/** The stored ones of the given wallets. */
export async function storedAmong(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('wallets').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * Goes on behind a piece of a search in which wallets with these indexes were found, or ends it. False where another process has
 * gone on meanwhile. Belongs first into the database transaction that stores them.
 */
export async function goOnBehind(trx: Db, search: Search, end: number, indexes: readonly number[]): Promise<boolean> {
  const last = Math.max(-1, ...indexes)
  const found = search.found + indexes.length
  const until = last < 0 ? search.until : Math.max(search.until, last + 1 + GAP)
  const behind = last < 0 ? 0 : last + 1 + WALLETS_MAX
  const isEnd = end >= until || found >= FOUND_MAX
  const { numUpdatedRows } = await trx
    .updateTable('walletIndexes')
    .set((e) => ({
      searchAt: isEnd ? null : end,
      searchUntil: until,
      found,
      nextIndex: e.case().when('nextIndex', '<', behind).then(behind).else(e.ref('nextIndex')).end(),
    }))
    .where('accountId', '=', search.accountId)
    .where('generation', '=', search.generation)
    .where('searchAt', '=', search.at)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Progress of the searches. `full`: accounts with as many found wallets as one search may give. */
export async function countSearches(db: Db): Promise<{ underway: number; full: number; found: number }> {
  const row = await db
    .selectFrom('walletIndexes')
    .select((e) => [
      e.fn
        .count<number>(e.case().when('searchAt', 'is not', null).then(e.ref('accountId')).end())
        .distinct()
        .as('underway'),
      e.fn.sum<number | null>(e.case().when('found', '>=', FOUND_MAX).then(1).else(0).end()).as('full'),
      e.fn.sum<number | null>('found').as('found'),
    ])
    .executeTakeFirstOrThrow()
  return { underway: Number(row.underway), full: Number(row.full ?? 0), found: Number(row.found ?? 0) }
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
