import type { Hex } from '#shared/model/ids.ts'
import type { Db } from '../../../db/database.ts'
import { MARK } from '../../../db/schema/marks.ts'
import { keepLookingAt } from '../../store.ts'

/**
 * Takes a proof of payment for one redeem: a burn, by its handle, or a transaction on chain that was not signed here, whether
 * it was found or a person has noted it. This is permanent. False if another redeem has it. The redeem's payment is stored in
 * the same database transaction.
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

/**
 * Forgets the note that a transaction paid a redeem, if it still stands: the redeem is to be paid, and a debt that was noted as
 * paid is one again. The transaction is unattributed again. False where another one is noted. Belongs into a database
 * transaction.
 */
export async function forgetPaidBy(db: Db, id: string, paidBy: Hex, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('transactions')
    .set((e) => ({
      paidBy: null,
      updatedAt: now,
      owed: e
        .case()
        .when('owed', '<>', MARK.resolved)
        .then(e.ref('owed'))
        .when('status', '=', 'FAILED')
        .then(e.lit(MARK.owed))
        .else(e.lit(MARK.none))
        .end(),
    }))
    .where('id', '=', id)
    .where('paidBy', '=', paidBy)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await keepLookingAt(db, { transactionId: id })
  // It is read again, since it may have another effect in its next block.
  const found = db.updateTable('unattributed').set({ transactionId: null, settled: 0 })
  await found.where('hash', '=', paidBy).where('transactionId', '=', id).execute()
  return true
}
