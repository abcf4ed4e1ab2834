import { WALLETS_MAX } from '#shared/limits.ts'
import { OPERATOR_ACCOUNT } from '../accounts/operator-account.ts'
import type { Db } from '../db/database.ts'
import type { RequestIndexRow } from '../db/schema/request-rows.ts'
import type { Cause } from './cause.ts'

/** Both tables of indexes have the same columns. */
type Table = 'walletIndexes' | 'requestIndexes'
const asOne = (table: Table) => table as 'requestIndexes'

/**
 * So many of an account come back in one search at most: a node may claim that all are in use. It never had more wallets; of requests
 * another search brings the next.
 */
export const FOUND_MAX = { walletIndexes: WALLETS_MAX, requestIndexes: 2_000 } as const

/** Looks for what has an index of an account's, from the index `at` on and before `until`. */
export type Search = Pick<RequestIndexRow, 'accountId' | 'generation' | 'scannedBlock' | 'nextIndex' | 'found'> & {
  at: number
  until: number
  madeAfter: number
}

/** A new search of an account: what it finds was made after a moment, and paid after a block. */
export type Begun = Pick<RequestIndexRow, 'found' | 'madeAfter' | 'scannedBlock'> & { accountId: string }

/** The searches that begin: of all accounts, or of one. */
export async function searchesFor(trx: Db, cause: Cause): Promise<Begun[]> {
  const newest = trx.selectFrom('scannedBlocks').select((e) => e.fn.max('blockNumber').as('number'))
  const scannedBlock = cause.is === 'restored' ? ((await newest.executeTakeFirst())?.number ?? 0) : 0
  const all = trx.selectFrom('accounts').select(['id', 'createdAt']).where('id', '!=', OPERATOR_ACCOUNT)
  const isOne = cause.is === 'asked' && cause.accountId !== undefined
  const accounts = await (isOne ? all.where('id', '=', cause.accountId as string) : all).execute()
  return accounts.map(({ id: accountId, createdAt }) => {
    const madeAfter = cause.is === 'restored' ? cause.madeAfter : createdAt
    return { accountId, found: 0, madeAfter, scannedBlock }
  })
}

type Since = Pick<Begun, 'madeAfter' | 'scannedBlock'>

/** From when on a new search looks: from that of the one that it takes the place of, where this has not ended and is older. */
export function sinceWhen(search: Begun, before: RequestIndexRow | undefined): Since {
  const { madeAfter, scannedBlock } = search
  if (before === undefined || before.searchAt === null) return { madeAfter, scannedBlock }
  return {
    madeAfter: Math.min(madeAfter ?? 0, before.madeAfter ?? 0),
    scannedBlock: Math.min(scannedBlock ?? 0, before.scannedBlock ?? 0),
  }
}

/** Whether the database has lost what was made since: no index is given out that something lost may have had. */
export const isBehind = (cause: Cause) => cause.is === 'restored' || cause.isBehind === true

/** All indexes of an account and a seed below `nextIndex` may have been given out. */
export type Given = Pick<RequestIndexRow, 'accountId' | 'generation' | 'nextIndex'>

/** What a database has given out. */
export async function givenIndexes(db: Db, table: Table): Promise<Given[]> {
  return db.selectFrom(asOne(table)).select(['accountId', 'generation', 'nextIndex']).execute()
}

/**
 * How far data that a restore replaces may be ahead of the restored. Somebody may have altered it: rows that say more are not
 * believed, since a search can go through what lies between.
 */
const AHEAD_MAX = { walletIndexes: 100 * WALLETS_MAX, requestIndexes: 10_000_000 } as const

/** Gives out none of these any more. Belongs behind `beginSearches`: what a search begins with stays. */
export async function skipGiven(trx: Db, table: Table, given: readonly Given[]): Promise<void> {
  for (const { accountId, generation, nextIndex } of given) {
    if (!Number.isSafeInteger(nextIndex)) continue
    await trx
      .updateTable(asOne(table))
      .set({ nextIndex })
      .where('accountId', '=', accountId)
      .where('generation', '=', generation)
      .where('nextIndex', '<', nextIndex)
      .where('nextIndex', '>=', nextIndex - AHEAD_MAX[table])
      .execute()
  }
}

/** Searches under way, those of the newest seed first. */
export async function firstSearch(db: Db, table: Table, accountId?: string): Promise<Search | undefined> {
  const row = await db
    .selectFrom(asOne(table))
    .select(['accountId', 'generation', 'scannedBlock', 'nextIndex', 'found', 'madeAfter'])
    .select(['searchAt as at', 'searchUntil as until'])
    .where('searchAt', 'is not', null)
    .$if(accountId !== undefined, (rows) => rows.where('accountId', '=', accountId as string))
    .orderBy('accountId')
    .orderBy('generation', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row as Search | undefined
}

/** The stored ones of what has these IDs. */
export async function storedAmong(db: Db, table: 'wallets' | 'requests', ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom(table as 'requests')
    .select('id')
    .where('id', 'in', ids)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * Goes on behind a piece of a search, or ends it where `searchAt` is null. No index below `nextIndex` is given out any more. False
 * where another process has gone on meanwhile. Belongs first into the database transaction that stores what was found.
 */
export async function moveOn(
  trx: Db,
  table: Table,
  search: Search,
  { nextIndex, ...to }: Pick<RequestIndexRow, 'searchAt' | 'searchUntil' | 'found' | 'nextIndex'>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable(asOne(table))
    .set((e) => ({
      ...to,
      nextIndex: e.case().when('nextIndex', '<', nextIndex).then(nextIndex).else(e.ref('nextIndex')).end(),
    }))
    .where('accountId', '=', search.accountId)
    .where('generation', '=', search.generation)
    .where('searchAt', '=', search.at)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Progress of the searches. `full`: accounts of which one has brought as many as it may. */
export async function countSearches(db: Db, table: Table): Promise<{ underway: number; full: number; found: number }> {
  const row = await db
    .selectFrom(asOne(table))
    .select((e) => [
      e.fn
        .count<number>(e.case().when('searchAt', 'is not', null).then(e.ref('accountId')).end())
        .distinct()
        .as('underway'),
      e.fn.sum<number | null>(e.case().when('found', '>=', FOUND_MAX[table]).then(1).else(0).end()).as('full'),
      e.fn.sum<number | null>('found').as('found'),
    ])
    .executeTakeFirstOrThrow()
  return { underway: Number(row.underway), full: Number(row.full ?? 0), found: Number(row.found ?? 0) }
}
