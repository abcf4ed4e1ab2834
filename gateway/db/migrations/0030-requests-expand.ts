import { type Kysely, type SqlBool, sql } from 'kysely'

/** As the queries say it: a partial index serves what says the same. */
const LISTED_OUT = sql<SqlBool>`type <> 'RECEIVE' and (request_id is null or request_id <> wallet_id)`

/**
 * Requests to be paid, and the addresses that they have of their own: wallets with the ID of their request, archived from the
 * start, so that older versions list none of them. What is done at such an address is marked with that ID, and in no list.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .alterTable('wallets')
    .addColumn('for_request', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await schema.alterTable('transactions').addColumn('request_id', 'text').execute()
  await schema
    .createIndex('transactions_of_request')
    .on('transactions')
    .column('request_id')
    .where(sql<SqlBool>`request_id is not null`)
    .execute()
  await schema
    .createIndex('transactions_listed_of_account')
    .on('transactions')
    .columns(['account_id', 'created_at', 'id'])
    .where(LISTED_OUT)
    .execute()
  await schema
    .createIndex('transactions_listed_of_account_by_status')
    .on('transactions')
    .columns(['account_id', 'status', 'created_at', 'id'])
    .where(LISTED_OUT)
    .execute()

  await schema
    .createTable('requests')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('wallet_id', 'text', (c) => c.notNull().references('wallets.id'))
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('external_id', 'text')
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('collect_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('rebuilt_at', 'bigint')
    .execute()
  for (const owner of ['account', 'wallet'] as const) {
    await schema
      .createIndex(`requests_of_${owner}`)
      .on('requests')
      .columns([`${owner}_id`, 'created_at', 'id'])
      .execute()
    await schema
      .createIndex(`requests_of_${owner}_by_status`)
      .on('requests')
      .columns([`${owner}_id`, 'status', 'created_at', 'id'])
      .execute()
  }
  await schema
    .createIndex('requests_by_external_id')
    .on('requests')
    .columns(['account_id', 'external_id', 'created_at', 'id'])
    .where(sql<SqlBool>`external_id is not null`)
    .execute()
  await schema
    .createIndex('requests_that_lapse')
    .on('requests')
    .column('expires_at')
    .where(sql<SqlBool>`status = 'OPEN' and expires_at is not null`)
    .execute()
  await schema
    .createIndex('requests_to_collect')
    .on('requests')
    .column('collect_at')
    .where(sql<SqlBool>`collect_at is not null`)
    .execute()
  await schema
    .createTable('request_totals')
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('wallet_id', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('request_totals_key', ['account_id', 'wallet_id', 'status'])
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.dropTable('request_totals').execute()
  await schema.dropTable('requests').execute()
  await sql`delete from arrivals where wallet_id in (select id from wallets where for_request = 1)`.execute(db)
  for (const name of ['listed_of_account_by_status', 'listed_of_account', 'of_request'])
    await schema.dropIndex(`transactions_${name}`).execute()
  await schema.alterTable('transactions').dropColumn('request_id').execute()
  await schema.alterTable('wallets').dropColumn('for_request').execute()
}
