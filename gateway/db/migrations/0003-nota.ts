import { type Kysely, sql } from 'kysely'

/** Keys that sign notas, and the issuers that the server admin has pinned. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const schema = db.schema
  await schema
    .createTable('notary_keys')
    .addColumn('fingerprint', 'text', (c) => c.primaryKey())
    .addColumn('public_key', 'text', (c) => c.notNull())
    .addColumn('seed', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('retired_at', 'bigint')
    .execute()
  await schema
    .createIndex('notary_keys_one_in_force')
    .on('notary_keys')
    .expression(sql`(retired_at is null)`)
    .unique()
    .where(sql<boolean>`retired_at is null`)
    .execute()

  await schema
    .createTable('card_keys')
    .addColumn('fingerprint', 'text', (c) => c.primaryKey())
    .addColumn('wallet_id', 'text', (c) => c.notNull().references('wallets.id'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()

  await schema
    .createTable('trusted_issuers')
    .addColumn('fingerprint', 'text', (c) => c.primaryKey())
    .addColumn('label', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['trusted_issuers', 'card_keys', 'notary_keys']) await db.schema.dropTable(table).execute()
}
