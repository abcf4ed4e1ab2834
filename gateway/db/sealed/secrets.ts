import type { Db } from '../database.ts'

/** Keeps a value under a name unless there is one, and returns what is kept: of several who come at once all get the same. */
export async function keepOnce(db: Db, name: string, value: string): Promise<string> {
  await db
    .insertInto('secrets')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow()).value
}

/** Keeps another value under a name. */
export async function keepInstead(db: Db, name: string, value: string): Promise<void> {
  await db.updateTable('secrets').set({ value }).where('name', '=', name).execute()
}

/** What is kept under a name, if anything is. */
export async function findKept(db: Db, name: string): Promise<string | undefined> {
  return (await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst())?.value
}

/** Rejects where the database does not answer. */
export async function askDatabase(db: Db): Promise<void> {
  await db.selectFrom('secrets').select('name').limit(1).execute()
}
