import type { Address } from '#shared/model/ids.ts'
import type { Db } from '../../db/database.ts'

/**
 * The newest block that is known to have changed what some senders have, or 0: by their mined legs, and by arrivals. Other gateways on the same database may have seen it.
 */
export async function newestSeenBlock(db: Db, senders: readonly Address[]): Promise<number> {
  const mined = senders.map((sender) =>
    db
      .selectFrom('legs')
      .select('blockNumber')
      .where('sender', '=', sender)
      .where('blockNumber', 'is not', null)
      .orderBy('nonce', 'desc')
      .limit(1)
      .executeTakeFirst(),
  )
  const arrived = db.selectFrom('arrivals').select('blockNumber').orderBy('blockNumber', 'desc').limit(1)
  const rows = await Promise.all([...mined, arrived.executeTakeFirst()])
  return Math.max(0, ...rows.map((row) => row?.blockNumber ?? 0))
}
