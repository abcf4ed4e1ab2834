import { world } from '../collections/requests-fixture.ts'
import { atomically } from '../db/database.ts'
import { beginAnew } from '../outbox/store.ts'
import { beginSearches } from './searches-store.ts'

/** What a restore puts back: a copy of the tables from before. */
export async function backUp(): Promise<() => Promise<void>> {
  const { db } = world
  const [requests, totals, indexes, wallets] = await Promise.all([
    db.selectFrom('requests').selectAll().execute(),
    db.selectFrom('requestTotals').selectAll().execute(),
    db.selectFrom('requestIndexes').selectAll().execute(),
    db.selectFrom('wallets').select('id').execute(),
  ])
  const plaintexts = (await db.selectFrom('plaintexts').select('handle').execute()).map(({ handle }) => handle)
  const [madeAfter, known] = [world.clock.now(), wallets.map(({ id }) => id)]
  const transactions = (await db.selectFrom('transactions').select('id').execute()).map(({ id }) => id)
  const scanned = Math.max(
    0,
    ...(await db.selectFrom('scannedBlocks').selectAll().execute()).map((at) => at.blockNumber),
  )
  return () =>
    atomically(db, async (trx) => {
      for (const table of ['requests', 'requestTotals', 'requestIndexes'] as const)
        await trx.deleteFrom(table).execute()
      for (const row of requests) await trx.insertInto('requests').values(row).execute()
      for (const row of totals) await trx.insertInto('requestTotals').values(row).execute()
      for (const row of indexes) await trx.insertInto('requestIndexes').values(row).execute()
      const legs = trx
        .selectFrom('legs')
        .select('id')
        .where('transactionId', 'not in', ['-', ...transactions])
      await trx.deleteFrom('attempts').where('legId', 'in', legs).execute()
      for (const table of ['legs', 'faucetGrants', 'arrivals'] as const)
        await trx
          .deleteFrom(table)
          .where('transactionId', 'not in', ['-', ...transactions])
          .execute()
      await trx
        .deleteFrom('transactions')
        .where('id', 'not in', ['-', ...transactions])
        .execute()
      await trx
        .deleteFrom('idempotencyKeys')
        .where('kind', '=', 'transaction')
        .where('subjectId', 'not in', ['-', ...transactions])
        .execute()
      await trx
        .deleteFrom('plaintexts')
        .where('handle', 'not in', ['0x', ...plaintexts])
        .execute()
      await trx.deleteFrom('senders').execute()
      await trx
        .deleteFrom('wallets')
        .where('id', 'not in', ['-', ...known])
        .execute()
      await trx.deleteFrom('scannedBlocks').where('blockNumber', '>', scanned).execute()
      await beginAnew(trx, madeAfter)
      await beginSearches(trx, { is: 'restored', madeAfter })
    })
}
