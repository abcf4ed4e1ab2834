import { type Kysely, sql } from 'kysely'

/** Many payments that were checked together: older versions neither see their tables nor pay from them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('batches')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('totals', 'text', (c) => c.notNull())
    .addColumn('reason', 'text')
    .addColumn('credential_type', 'text')
    .addColumn('credential_id', 'text')
    .addColumn('row_count', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('started_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .execute()
  await db.schema.createIndex('batches_listed').on('batches').columns(['account_id', 'created_at', 'id']).execute()
  await sql`create index batches_running on batches (created_at, id) where status = 'RUNNING'`.execute(db)
  await db.schema
    .createTable('batch_rows')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('batch_id', 'text', (c) => c.notNull().references('batches.id'))
    .addColumn('row', 'integer', (c) => c.notNull())
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('wallet_id', 'text')
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('alike', 'text')
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('error', 'text')
    .addColumn('retried_as', 'integer')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('batch_rows_in_order', ['batch_id', 'row'])
    .execute()
  await db.schema.createIndex('batch_rows_by_status').on('batch_rows').columns(['batch_id', 'status', 'row']).execute()
  await sql`create index batch_rows_waiting on batch_rows (batch_id, wallet_id, "row") where status = 'WAITING'`.execute(
    db,
  )
  await sql`create index batch_rows_underway on batch_rows (wallet_id) where status = 'PENDING'`.execute(db)
  await db.schema.createIndex('batch_rows_alike').on('batch_rows').columns(['account_id', 'alike']).execute()
  await db.schema.alterTable('transactions').addColumn('batch_id', 'text').execute()
  await db.schema
    .createIndex('transactions_paid_to')
    .on('transactions')
    .columns(['account_id', 'to_address', 'created_at'])
    .execute()
  // What came back from the chain, and may be a row's.
  await sql`create index transactions_back_alone on transactions (id) where rebuilt_at is not null and batch_id is null`.execute(
    db,
  )
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('transactions_back_alone').execute()
  await db.schema.dropIndex('transactions_paid_to').execute()
  await db.schema.alterTable('transactions').dropColumn('batch_id').execute()
  await db.schema.dropTable('batch_rows').execute()
  await db.schema.dropTable('batches').execute()
}
