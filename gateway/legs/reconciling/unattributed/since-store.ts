import type { Address, Hex } from '#shared/model/ids.ts'
import type { Db } from '../../../db/database.ts'

/**
 * Hashes of transactions above a block that make a gateway's call with this sender's key, and are neither a payment of this
 * database nor ticked off by a person: the newest first, at most so many.
 */
export async function unattributedSince(db: Db, sender: Address, block: number, most: number): Promise<Hex[]> {
  const rows = await db
    .selectFrom('unattributed')
    .select('hash')
    .where('sender', '=', sender)
    .where('blockNumber', '>', block)
    .where('does', 'is not', null)
    // A copy of this gateway signs with its tags: those payments are written down here as its own.
    .where((e) => e.or([e('transactionId', 'is', null), e('tagRow', 'is not', null)]))
    .where('lookedAt', 'is', null)
    .where((e) =>
      e.not(
        e.exists(
          e.selectFrom('paidHashes').select('paidHashes.hash').whereRef('paidHashes.hash', '=', 'unattributed.hash'),
        ),
      ),
    )
    .orderBy('nonce', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ hash }) => hash)
}
