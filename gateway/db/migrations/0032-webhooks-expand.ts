import { type Kysely, sql } from 'kysely'

/** Whom an account has told of its events, and what became of each. Older versions send nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhooks')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('position', 'bigint', (c) => c.notNull())
    .addColumn('waiting', 'integer', (c) => c.notNull())
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('failing_since', 'bigint')
    .addColumn('next_at', 'bigint')
    .addColumn('leased_until', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('webhooks_of_account').on('webhooks').columns(['account_id', 'id']).execute()
  await db.schema
    .createIndex('webhooks_due')
    .on('webhooks')
    .columns(['next_at'])
    .where(sql<boolean>`next_at is not null`)
    .execute()
  await db.schema
    .createTable('webhook_deliveries')
    .addColumn('webhook_id', 'text', (c) => c.notNull())
    .addColumn('event_id', 'text', (c) => c.notNull())
    .addColumn('sequence', 'bigint', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('wallet_id', 'text')
    .addColumn('subject_status', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('first_at', 'bigint')
    .addColumn('tried_at', 'bigint')
    .addColumn('next_at', 'bigint')
    .addColumn('answer', 'integer')
    .addColumn('flaw', 'text')
    .addColumn('ms', 'integer')
    .addPrimaryKeyConstraint('webhook_deliveries_key', ['webhook_id', 'event_id'])
    .execute()
  const isWaiting = sql<boolean>`state = 'waiting'`
  await db.schema
    .createIndex('webhook_deliveries_due')
    .on('webhook_deliveries')
    .columns(['webhook_id', 'next_at', 'sequence'])
    .where(isWaiting)
    .execute()
  await db.schema
    .createIndex('webhook_deliveries_of_subject')
    .on('webhook_deliveries')
    .columns(['webhook_id', 'subject', 'sequence'])
    .where(isWaiting)
    .execute()
  await db.schema
    .createIndex('webhook_deliveries_listed')
    .on('webhook_deliveries')
    .columns(['webhook_id', 'created_at', 'event_id'])
    .execute()
  await db.schema
    .createIndex('webhook_deliveries_by_state')
    .on('webhook_deliveries')
    .columns(['webhook_id', 'state', 'created_at', 'event_id'])
    .execute()
  await db.schema
    .createIndex('webhook_deliveries_by_age')
    .on('webhook_deliveries')
    .columns(['created_at', 'webhook_id', 'event_id'])
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('webhook_deliveries').execute()
  await db.schema.dropTable('webhooks').execute()
}
