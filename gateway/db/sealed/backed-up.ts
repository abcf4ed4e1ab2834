import { atomically, type Database, type Db } from '../database.ts'
import { findKept } from './secrets.ts'

/** Name under which it is kept which wallet seed the newest backup has. Nothing about it is secret. */
const NAME = 'backed-up-wallet-seed'

/** Generation of the newest wallet seed that a backup made by `sotto backup` has; 0 where none has any. */
export async function backedUpSeed(db: Db): Promise<number> {
  return Number((await findKept(db, NAME)) ?? 0)
}

/** Never an older one in place of a newer. */
export async function noteBackedUp(db: Database, generation: number): Promise<void> {
  await atomically(db, async (trx) => {
    const value = String(Math.max(generation, await backedUpSeed(trx)))
    await trx
      .insertInto('secrets')
      .values({ name: NAME, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
  })
}
