import { atomically } from '../db/database.ts'
import type { World } from '../world/world.ts'

/** What a database that lost its newest commits does not have: payments, with all that belongs to them. */
export async function forget({ db }: Pick<World, 'db'>, ids: readonly string[]): Promise<void> {
  await atomically(db, async (trx) => {
    const legs = trx.selectFrom('legs').select('id').where('transactionId', 'in', ids)
    await trx.deleteFrom('attempts').where('legId', 'in', legs).execute()
    await trx.deleteFrom('legs').where('transactionId', 'in', ids).execute()
    await trx.deleteFrom('paidBurns').where('transactionId', 'in', ids).execute()
    await trx.deleteFrom('faucetGrants').where('transactionId', 'in', ids).execute()
    await trx.deleteFrom('idempotencyKeys').where('subjectId', 'in', ids).execute()
    const gone = await trx.selectFrom('transactions').selectAll().where('id', 'in', ids).execute()
    for (const { accountId, walletId, type, status } of gone) {
      const total = trx.updateTable('transactionTotals').set((e) => ({ count: e('count', '-', 1) }))
      const at = total.where('accountId', '=', accountId).where('walletId', '=', walletId)
      await at.where('type', '=', type).where('status', '=', status).execute()
    }
    await trx.deleteFrom('transactions').where('id', 'in', ids).execute()
  })
}
