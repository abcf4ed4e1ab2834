import type { Db } from '../db/database.ts'

/**
 * When somebody tried since a moment, oldest first. What is older is forgotten, of everybody, and what lies ahead, since the
 * clock was set back.
 */
export async function attemptsSince(db: Db, who: string, since: number, now: number): Promise<number[]> {
  await db
    .deleteFrom('loginAttempts')
    .where((e) => e.or([e('at', '<=', since), e('at', '>', now)]))
    .execute()
  const attempts = await db.selectFrom('loginAttempts').select('at').where('who', '=', who).orderBy('at').execute()
  return attempts.map(({ at }) => at)
}

/** Belongs into the database transaction that has counted those before. */
export async function insertAttempt(db: Db, attempt: { id: string; who: string; at: number }): Promise<void> {
  await db.insertInto('loginAttempts').values(attempt).execute()
}

/** Somebody has proved who they are: what they tried before counts no more. */
export async function forgetAttempts(db: Db, who: string): Promise<void> {
  await db.deleteFrom('loginAttempts').where('who', '=', who).execute()
}
