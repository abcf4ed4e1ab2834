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

/** When commits were lost for the first time, milliseconds since the epoch: what was stored before is complete. */
export async function firstRestoreAt(db: Db): Promise<number | undefined> {
  const row = await db.selectFrom('restores').select('at').orderBy('at').limit(1).executeTakeFirst()
  return row === undefined ? undefined : Number(row.at)
}

/** Whether nodes may still hold transactions in their pools that a restored database does not know. */
export async function isFreshlyRestored(db: Db, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('restores')
    .select('at')
    .where('at', '>', now - POOL_MS)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
