import type { Db } from '../../db/database.ts'

/** Payments that may still change and that no client reads: those of an account without sign-in, and rebuilt ones. */
export async function listUnread(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('transactions')
    .select('id')
    .where('waitingFor', 'is not', null)
    .where((e) =>
      e.or([
        e('accountId', '=', accountId),
        e('id', 'in', e.selectFrom('unattributed').select('transactionId').where('transactionId', 'is not', null)),
      ]),
    )
    .orderBy('updatedAt')
    .execute()
  return rows.map(({ id }) => id)
}
