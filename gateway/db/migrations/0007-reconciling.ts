import type { Kysely } from 'kysely'

/**
 * Transactions mined at nonces that no leg has, and how far each sender's nonces are accounted for; when this database was put
 * in place of another; which transaction paid out a redeem where no leg of it did.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('senders')
    .addColumn('address', 'text', (c) => c.primaryKey())
    .addColumn('accounted', 'integer', (c) => c.notNull())
    .addColumn('target', 'integer')
    .addColumn('since', 'bigint')
    .execute()
  await db.schema
    .createTable('unattributed')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('sender', 'text', (c) => c.notNull())
    .addColumn('nonce', 'integer', (c) => c.notNull())
    .addColumn('block_number', 'integer', (c) => c.notNull())
    .addColumn('does', 'text')
    .addColumn('to_address', 'text')
    .addColumn('amount', 'text')
    .addColumn('handle', 'text')
    .addColumn('raw', 'text', (c) => c.notNull())
    .addColumn('max_fee', 'text', (c) => c.notNull())
    .addColumn('priority_fee', 'text', (c) => c.notNull())
    .addColumn('cost', 'text', (c) => c.notNull())
    .addColumn('claimed_by', 'text')
    .addColumn('transaction_id', 'text', (c) => c.references('transactions.id'))
    .addColumn('found_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('unattributed_nonce', ['sender', 'nonce'])
    .execute()
  await db.schema
    .createTable('restores')
    .addColumn('at', 'bigint', (c) => c.primaryKey())
    .execute()
  await db.schema.alterTable('transactions').addColumn('paid_by', 'text').execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('transactions').dropColumn('paid_by').execute()
  await db.schema.dropTable('restores').execute()
  await db.schema.dropTable('unattributed').execute()
  await db.schema.dropTable('senders').execute()
}
