import { type Kysely, type SqlBool, sql } from 'kysely'

/** Which index of a seed an account's next request has, and how far lost ones are looked for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('request_indexes')
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('generation', 'integer', (c) => c.notNull())
    .addColumn('next_index', 'integer', (c) => c.notNull())
    .addColumn('search_at', 'integer')
    .addColumn('search_until', 'integer')
    .addColumn('found', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('made_after', 'bigint')
    .addColumn('scanned_block', 'integer')
    .addPrimaryKeyConstraint('request_indexes_key', ['account_id', 'generation'])
    .execute()
  await db.schema
    .createIndex('request_indexes_searched')
    .on('request_indexes')
    .column('account_id')
    .where(sql<SqlBool>`search_at is not null`)
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('request_indexes').execute()
}
