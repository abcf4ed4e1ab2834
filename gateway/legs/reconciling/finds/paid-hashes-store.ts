import type { Hex } from '#shared/model/ids.ts'
import type { Db } from '../../../db/database.ts'

/**
 * Takes a transaction on chain that was not signed here for the one redeem that it paid: whether it was found, or a person
 * has noted it. Permanently, whatever becomes of it. False where another redeem has it. Belongs into the database
 * transaction that writes what paid the redeem.
 */
export async function takePaidHash(db: Db, hash: Hex, transactionId: string, now: number): Promise<boolean> {
  await db
    .insertInto('paidHashes')
    .values({ hash, transactionId, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await paidWith(db, hash)) === transactionId
}

/** The redeem that a transaction was taken for. */
export async function paidWith(db: Db, hash: Hex): Promise<string | undefined> {
  const row = await db.selectFrom('paidHashes').select('transactionId').where('hash', '=', hash).executeTakeFirst()
  return row?.transactionId
}
