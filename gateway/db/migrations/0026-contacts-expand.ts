import type { Kysely } from 'kysely'

/** Whom an account pays, by name, and what it writes about its payments: both sealed, and nothing that older versions look at. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('contacts')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('address_hash', 'text', (c) => c.notNull())
    .addColumn('name_hash', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addUniqueConstraint('contacts_by_address', ['account_id', 'address_hash'])
    .addUniqueConstraint('contacts_by_name', ['account_id', 'name_hash'])
    .execute()
  await db.schema.createIndex('contacts_listed').on('contacts').columns(['account_id', 'id']).execute()
  await db.schema.alterTable('transactions').addColumn('note', 'text').execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('transactions').dropColumn('note').execute()
  await db.schema.dropTable('contacts').execute()
}
