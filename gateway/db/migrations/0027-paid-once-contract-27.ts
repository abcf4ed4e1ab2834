import { type Kysely, sql } from 'kysely'

/**
 * What pays a redeem once, a burn by its handle and a transaction by its hash, stands in one table; the key that an unattributed
 * transaction was answered with has no reader any more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into paid_hashes (hash, transaction_id, created_at)
    select handle, transaction_id, created_at from paid_burns where true
    on conflict (hash) do nothing`.execute(db)
  await db.schema.dropTable('paid_burns').execute()
  await db.schema.alterTable('unattributed').dropColumn('claimed_by').execute()
}

/** Which of them are burns is told by the legs: one that was mined again since keeps its first handle in the table of hashes. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('unattributed').addColumn('claimed_by', 'text').execute()
  await db.schema
    .createTable('paid_burns')
    .addColumn('handle', 'text', (c) => c.primaryKey())
    .addColumn('transaction_id', 'text', (c) => c.notNull().references('transactions.id'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await sql`
    insert into paid_burns (handle, transaction_id, created_at)
    select hash, transaction_id, created_at from paid_hashes
    where hash not in (select hash from attempts) and hash not in (select hash from unattributed)
      and hash not in (select paid_by from transactions where paid_by is not null)`.execute(db)
  await sql`delete from paid_hashes where hash in (select handle from paid_burns)`.execute(db)
}
