import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** Payments that were written again from what the chain has of them: how many, when the last was, and from which blocks. */
export type RebuiltPayments = { count: number; last: number; from: number | null; to: number | null }

export async function rebuiltPayments(db: Db): Promise<RebuiltPayments> {
  const row = await db
    .selectFrom('transactions')
    .innerJoin('legs', (on) => on.onRef('legs.transactionId', '=', 'transactions.id').on('legs.movesValue', '=', 1))
    .select((e) => [
      e.fn.count<number | string>('transactions.id').distinct().as('count'),
      e.fn.max('rebuiltAt').as('last'),
      e.fn.min('blockNumber').as('from'),
      e.fn.max('blockNumber').as('to'),
    ])
    // As the index says it, which holds only these rows.
    .where(sql<SqlBool>`rebuilt_at is not null`)
    .executeTakeFirstOrThrow()
  return { count: Number(row.count), last: Number(row.last), from: row.from, to: row.to }
}

/** Gives a payment that was written again its `externalId`, where it has none. */
export async function nameAgain(db: Db, id: string, externalId: string): Promise<void> {
  const unnamed = db.updateTable('transactions').set({ externalId }).where('id', '=', id)
  await unnamed.where('rebuiltAt', 'is not', null).where('externalId', 'is', null).execute()
}

/** Payments that may still change and that no client reads: those of an account without sign-in, and rebuilt ones. */
export function listUnread(db: Db, accountId: string): Promise<{ id: string; updatedAt: number }[]> {
  return db
    .selectFrom('transactions')
    .select(['id', 'updatedAt'])
    .where('waitingFor', 'is not', null)
    .where((e) =>
      e.or([
        e('accountId', '=', accountId),
        e('id', 'in', e.selectFrom('unattributed').select('transactionId').where('transactionId', 'is not', null)),
      ]),
    )
    .orderBy('updatedAt')
    .execute()
}
