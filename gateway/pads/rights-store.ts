import type { Address } from '#shared/model/ids.ts'
import type { Db } from '../db/database.ts'

/**
 * Until when, in seconds since the epoch, a wallet lets the contract of pads move its tokens, as it last signed; 0 where it
 * never did. Whether that was mined the chain says.
 */
export async function rightOf(db: Db, address: Address): Promise<number> {
  const row = await db.selectFrom('padRights').select('until').where('address', '=', address).executeTakeFirst()
  return Number(row?.until ?? 0)
}

/** Those of the wallets whose right lasts beyond a time, in seconds since the epoch. */
export async function withRight(db: Db, wallets: readonly Address[], time: number): Promise<Set<Address>> {
  if (wallets.length === 0) return new Set()
  const rows = db.selectFrom('padRights').select('address').where('address', 'in', wallets).where('until', '>', time)
  return new Set((await rows.execute()).map(({ address }) => address))
}

/** Belongs into the database transaction that stores the leg. */
export async function noteRight(db: Db, address: Address, until: number): Promise<void> {
  await db
    .insertInto('padRights')
    .values({ address, until })
    .onConflict((conflict) => conflict.column('address').doUpdateSet({ until }))
    .execute()
}
