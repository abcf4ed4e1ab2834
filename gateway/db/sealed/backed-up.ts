import { atomically, type Database, type Db } from '../database.ts'
import { findKept } from './secrets.ts'

/** Names under which it is kept which wallet seed the newest backup has, and when it was begun. Nothing about that is secret. */
const SEED = 'backed-up-wallet-seed'
const AT = 'backed-up-at'

/** Generation of the newest wallet seed that a backup made by `sotto backup` has; 0 where none has any. */
export async function backedUpSeed(db: Db): Promise<number> {
  return Number((await findKept(db, SEED)) ?? 0)
}

/** When the newest backup was begun, milliseconds since the epoch; undefined where this version, or a newer one, has made none: the audit log may know of an older one. */
export async function backedUpAt(db: Db): Promise<number | undefined> {
  const value = await findKept(db, AT)
  return value === undefined ? undefined : Number(value)
}

/** Never an older seed in place of a newer. The time is that of the last one: an earlier one may be of a clock that was wrong. */
export async function noteBackedUp(db: Database, generation: number, at: number): Promise<void> {
  await atomically(db, async (trx) => {
    await keep(trx, SEED, Math.max(generation, await backedUpSeed(trx)))
    await keep(trx, AT, at)
  })
}

async function keep(trx: Db, name: string, number: number): Promise<void> {
  const value = String(number)
  await trx
    .insertInto('secrets')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
