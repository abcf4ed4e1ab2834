import { type Kysely, sql } from 'kysely'

/** A transaction on chain pays one redeem. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('paid_hashes')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('transaction_id', 'text', (c) => c.notNull().references('transactions.id'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  // Hashes that were noted as payouts of redeems, and payouts: no row says which of these were found, and not signed here.
  await sql`
    insert into paid_hashes (hash, transaction_id, created_at)
    select paid_by, min(id), min(updated_at) from transactions where paid_by is not null group by paid_by`.execute(db)
  await sql`
    insert into paid_hashes (hash, transaction_id, created_at)
    select attempts.hash, legs.transaction_id, attempts.created_at
    from attempts join legs on legs.id = attempts.leg_id
    where legs.kind in ('payout', 'finalize') and attempts.kind = 'call'
    on conflict (hash) do nothing`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('paid_hashes').execute()
}
