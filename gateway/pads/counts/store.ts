import { sql } from 'kysely'
import type { Address } from '#shared/model/ids.ts'
import { atomically, type Db } from '../../db/database.ts'

/** What became of the pads of a wallet; and its confidential payments that proved their amount, by the reason. */
export type PadCounts = {
  used: number
  thrownAway: number
  noneReady: number
  noRight: number
  noContract: number
}

export type WalletPads = PadCounts & { address: Address; ready: number }

/** How long the pads of a gateway that says nothing any more count as ready. */
const SILENT_MS = 90_000
/** How long counts are kept. */
const KEPT_MS = 30 * 86_400_000

/** Adds what a process has counted since it last said so, and says how many pads it has ready now. `now` in milliseconds. */
export async function addPadCounts(
  db: Db,
  process: string,
  wallets: readonly WalletPads[],
  now: number,
): Promise<void> {
  await atomically(db, async (trx) => {
    await trx
      .deleteFrom('padCounts')
      .where('seenAt', '<', now - KEPT_MS)
      .execute()
    for (const counted of wallets) {
      await trx
        .insertInto('padCounts')
        .values({ process, seenAt: now, ...counted })
        .onConflict((conflict) =>
          conflict.columns(['process', 'address']).doUpdateSet({
            ready: counted.ready,
            seenAt: now,
            used: sql`pad_counts.used + ${counted.used}`,
            thrownAway: sql`pad_counts.thrown_away + ${counted.thrownAway}`,
            noneReady: sql`pad_counts.none_ready + ${counted.noneReady}`,
            noRight: sql`pad_counts.no_right + ${counted.noRight}`,
            noContract: sql`pad_counts.no_contract + ${counted.noContract}`,
          }),
        )
        .execute()
    }
  })
}

/** Pads of each wallet, over all gateways on the database; the pads of a gateway that has ended are not ready. */
export async function readPadCounts(db: Db, now: number): Promise<WalletPads[]> {
  const rows = await db.selectFrom('padCounts').selectAll().orderBy('address').execute()
  const sums = new Map<Address, WalletPads>()
  for (const { address, ready, seenAt, used, thrownAway, noneReady, noRight, noContract } of rows) {
    const sum = sums.get(address) ?? { address, ready: 0, ...NOTHING }
    sums.set(address, {
      address,
      ready: sum.ready + (Number(seenAt) > now - SILENT_MS ? ready : 0),
      used: sum.used + used,
      thrownAway: sum.thrownAway + thrownAway,
      noneReady: sum.noneReady + noneReady,
      noRight: sum.noRight + noRight,
      noContract: sum.noContract + noContract,
    })
  }
  return [...sums.values()]
}

export const NOTHING: PadCounts = { used: 0, thrownAway: 0, noneReady: 0, noRight: 0, noContract: 0 }
