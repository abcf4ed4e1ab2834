import type { Db } from '../../db/database.ts'

/** What waits in a pool is mined or dropped within this time. */
export const POOL_MS = 60 * 60_000

/** Notes that the database has lost commits: a backup was put in place of other data, or a person says so. */
export async function noteRestore(db: Db, now: number): Promise<void> {
  await db
    .insertInto('restores')
    .values({ at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Time of the first restore, milliseconds since the epoch. Until then the database knew every payment of this gateway. */
export async function firstRestoreAt(db: Db): Promise<number | undefined> {
  const row = await db.selectFrom('restores').select('at').orderBy('at').limit(1).executeTakeFirst()
  return row === undefined ? undefined : Number(row.at)
}

/** Whether nodes may still hold transactions in their pools that a restored database does not know. */
export function isFreshlyRestored(db: Db, now: number): Promise<boolean> {
  return isRestoredSince(db, now - POOL_MS)
}

/** Whether a restore was noted after a moment, in milliseconds since the epoch. */
export async function isRestoredSince(db: Db, moment: number): Promise<boolean> {
  const row = await db.selectFrom('restores').select('at').where('at', '>', moment).limit(1).executeTakeFirst()
  return row !== undefined
}
