import type { TransactionStatus } from '#shared/model/transaction.ts'
import type { Db } from '../db/database.ts'
import type { OutboxRow } from '../db/outbox-rows.ts'

/** Something that happened in an account, for those who listen: `subject` is a transaction, or a wallet. */
export type News = Pick<OutboxRow, 'account_id' | 'kind' | 'subject' | 'wallet_id'> & {
  /** Of a transaction: what it was then. */
  status?: TransactionStatus
}

/** PostgreSQL takes 65,535 parameters in one statement, SQLite half of that. */
const AT_ONCE = 1_000

/**
 * Writes down what happened. Belongs into the database transaction that makes it happen: so there is nothing that nobody
 * hears of, and nobody hears of what was rolled back. An account's numbers have no gap and are in the order of commits,
 * since each takes its head's row until then; accounts are taken in one order, so that two writers never wait for each other.
 */
export async function append(db: Db, news: readonly News[], now: number): Promise<void> {
  for (const account of [...new Set(news.map(({ account_id }) => account_id))].sort()) {
    const own = news.filter(({ account_id }) => account_id === account)
    const last = await advanceHead(db, account, own.length)
    const rows = own.map(({ status = null, ...one }, index) => {
      return { ...one, status, sequence: last - own.length + 1 + index, created_at: now }
    })
    for (let start = 0; start < rows.length; start += AT_ONCE) {
      await db
        .insertInto('outbox')
        .values(rows.slice(start, start + AT_ONCE))
        .execute()
    }
  }
}

async function advanceHead(db: Db, account_id: string, by: number): Promise<number> {
  const { sequence } = await db
    .insertInto('outbox_heads')
    .values({ account_id, sequence: by })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet((e) => ({ sequence: e('outbox_heads.sequence', '+', by) })),
    )
    .returning('sequence')
    .executeTakeFirstOrThrow()
  return Number(sequence)
}

/** The number of the last news of each of some accounts; of one that is missing nothing has happened yet. */
export async function headsOf(db: Db, accountIds: readonly string[]): Promise<Map<string, number>> {
  const heads = new Map<string, number>()
  for (let start = 0; start < accountIds.length; start += AT_ONCE) {
    const some = accountIds.slice(start, start + AT_ONCE)
    const rows = await db.selectFrom('outbox_heads').selectAll().where('account_id', 'in', some).execute()
    for (const { account_id, sequence } of rows) heads.set(account_id, Number(sequence))
  }
  return heads
}

/** What happened in an account after a number, in order, at most so many. */
export async function newsAfter(db: Db, accountId: string, sequence: number, most: number): Promise<OutboxRow[]> {
  const rows = await db
    .selectFrom('outbox')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('sequence', '>', sequence)
    .orderBy('sequence')
    .limit(most)
    .execute()
  return rows.map((row) => ({ ...row, sequence: Number(row.sequence) }))
}

/** Whether all that happened in an account after a number is still there. */
export async function isKept(db: Db, accountId: string, sequence: number, head: number): Promise<boolean> {
  if (sequence >= head) return sequence === head
  const [next] = await newsAfter(db, accountId, sequence, 1)
  return next?.sequence === sequence + 1
}

/** Forgets a piece of what is older than a moment. Returns how many it forgot. */
export async function forgetOlder(db: Db, than: number): Promise<number> {
  const old = db.selectFrom('outbox').select(['account_id', 'sequence']).where('created_at', '<', than)
  const rows = await old.orderBy('created_at').limit(AT_ONCE).execute()
  const newest = new Map<string, number>()
  for (const { account_id, sequence } of rows)
    newest.set(account_id, Math.max(newest.get(account_id) ?? 0, Number(sequence)))
  for (const [account, sequence] of newest)
    await db.deleteFrom('outbox').where('account_id', '=', account).where('sequence', '<=', sequence).execute()
  return rows.length
}

/** More than anybody has been told since the backup that was restored. */
const RESTORE_GAP = 1 << 20

/** What was told since a backup was made is not known any more: nobody may go on from a number that means something else now. */
export async function beginAnew(db: Db): Promise<void> {
  await db.deleteFrom('outbox').execute()
  await db
    .updateTable('outbox_heads')
    .set((e) => ({ sequence: e('sequence', '+', RESTORE_GAP) }))
    .execute()
}
