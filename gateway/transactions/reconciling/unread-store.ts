import type { Db } from '../../db/database.ts'

/** What may still change and nobody reads to its end: of an account that nobody can sign in to, or written down anew. */
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
