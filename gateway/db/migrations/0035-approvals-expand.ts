import type { Kysely } from 'kysely'

/** Payments that wait for a person, with all that they were asked with: sealed, and nothing that older versions look at. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('approvals')
    .addColumn('transaction_id', 'text', (c) => c.primaryKey().references('transactions.id'))
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('approvals_of_account').on('approvals').columns(['account_id', 'expires_at']).execute()
  await db.schema.createIndex('approvals_by_end').on('approvals').columns(['expires_at']).execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('approvals').execute()
}
