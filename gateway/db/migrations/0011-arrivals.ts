import { type Kysely, sql } from 'kysely'

/** As the queries say it: a partial index serves what says the same. */
const OUT = sql<boolean>`type <> 'RECEIVE'`

/** Money that comes in is found, and everything that changes is written down for those who listen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.alterTable('transactions').addColumn('from_address', 'text').execute()
  await sql`
    update transactions set from_address = coalesce(
      (select sender from legs where legs.transaction_id = transactions.id order by position limit 1),
      (select address from wallets where wallets.id = transactions.wallet_id and transactions.type <> 'FUND'))`.execute(
    db,
  )
  for (const owner of ['account', 'wallet'] as const) {
    await schema
      .createIndex(`transactions_out_of_${owner}`)
      .on('transactions')
      .columns([`${owner}_id`, 'created_at', 'id'])
      .where(OUT)
      .execute()
    await schema
      .createIndex(`transactions_out_of_${owner}_by_status`)
      .on('transactions')
      .columns([`${owner}_id`, 'status', 'created_at', 'id'])
      .where(OUT)
      .execute()
  }
  await schema.dropIndex('transactions_in_flight').execute()
  await schema
    .createIndex('transactions_in_flight')
    .on('transactions')
    .columns(['updated_at', 'waiting_for', 'created_at', 'id'])
    .where(sql<boolean>`waiting_for is not null and type <> 'RECEIVE'`)
    .execute()
  await schema
    .createIndex('transactions_amount_unknown')
    .on('transactions')
    .columns(['updated_at', 'wallet_id', 'id'])
    .where(sql<boolean>`waiting_for = 'amount' and type = 'RECEIVE'`)
    .execute()
  await schema.createIndex('wallets_with_address').on('wallets').column('address').execute()

  await schema
    .createTable('arrivals')
    .addColumn('transaction_id', 'text', (c) => c.primaryKey().references('transactions.id'))
    .addColumn('wallet_id', 'text', (c) => c.notNull().references('wallets.id'))
    .addColumn('tx_hash', 'text', (c) => c.notNull())
    .addColumn('token', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('block_number', 'integer', (c) => c.notNull())
    .addColumn('block_hash', 'text', (c) => c.notNull())
    .addColumn('handle', 'text')
    .addUniqueConstraint('arrivals_once', ['tx_hash', 'wallet_id', 'token', 'position'])
    .execute()
  await schema.createIndex('arrivals_by_block').on('arrivals').columns(['block_number', 'block_hash']).execute()

  await schema
    .createTable('scanned_blocks')
    .addColumn('block_number', 'integer', (c) => c.primaryKey())
    .addColumn('block_hash', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createTable('scan_begins')
    .addColumn('at', 'bigint', (c) => c.primaryKey())
    .execute()
  await sql`insert into scan_begins (at) values (${Date.now()})`.execute(db)

  await schema
    .createTable('outbox')
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('sequence', 'bigint', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('wallet_id', 'text', (c) => c.notNull())
    .addColumn('status', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('outbox_key', ['account_id', 'sequence'])
    .execute()
  await schema.createIndex('outbox_by_age').on('outbox').column('created_at').execute()
  await schema
    .createTable('outbox_heads')
    .addColumn('account_id', 'text', (c) => c.primaryKey().references('accounts.id'))
    .addColumn('sequence', 'bigint', (c) => c.notNull())
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  for (const table of ['outbox_heads', 'outbox', 'scan_begins', 'scanned_blocks', 'arrivals'])
    await schema.dropTable(table).execute()
  await schema.dropIndex('wallets_with_address').execute()
  await schema.dropIndex('transactions_amount_unknown').execute()
  await sql`delete from transaction_totals where type = 'RECEIVE'`.execute(db)
  await sql`delete from transactions where type = 'RECEIVE'`.execute(db)
  await schema.dropIndex('transactions_in_flight').execute()
  await schema
    .createIndex('transactions_in_flight')
    .on('transactions')
    .columns(['updated_at', 'waiting_for', 'created_at', 'id'])
    .where(sql<boolean>`waiting_for is not null`)
    .execute()
  for (const owner of ['account', 'wallet'] as const) {
    await schema.dropIndex(`transactions_out_of_${owner}_by_status`).execute()
    await schema.dropIndex(`transactions_out_of_${owner}`).execute()
  }
  await schema.alterTable('transactions').dropColumn('from_address').execute()
}
