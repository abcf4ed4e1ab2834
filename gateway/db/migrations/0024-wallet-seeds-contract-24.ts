import { type Kysely, type SqlBool, sql } from 'kysely'

/** Which index of a seed an account's next wallet has, how far lost ones were looked for, and when a wallet came back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('wallet_indexes')
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('generation', 'integer', (c) => c.notNull())
    .addColumn('next_index', 'integer', (c) => c.notNull())
    .addColumn('search_at', 'integer')
    .addColumn('search_until', 'integer')
    .addColumn('found', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('made_after', 'bigint')
    .addColumn('scanned_block', 'integer')
    .addPrimaryKeyConstraint('wallet_indexes_key', ['account_id', 'generation'])
    .execute()
  await db.schema
    .createIndex('wallet_indexes_searched')
    .on('wallet_indexes')
    .column('account_id')
    .where(sql<SqlBool>`search_at is not null`)
    .execute()
  await db.schema.alterTable('wallets').addColumn('rebuilt_at', 'bigint').execute()
  await db.schema
    .createIndex('wallets_rebuilt')
    .on('wallets')
    .column('rebuilt_at')
    .where(sql<SqlBool>`rebuilt_at is not null`)
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('wallets_rebuilt').execute()
  await db.schema.alterTable('wallets').dropColumn('rebuilt_at').execute()
  await db.schema.dropTable('wallet_indexes').execute()
}
