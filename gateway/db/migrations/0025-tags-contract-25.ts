import { type Kysely, type SqlBool, sql } from 'kysely'

/**
 * What the tag of a transaction on chain says beside its row: when that row was written again from it, and a digest of the
 * request; and for a transaction found at a nonce, the row that its tag names. Older versions do
 * not look a key up by its row, and would pay a rebuilt payment once more: none runs beside it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('transactions').addColumn('rebuilt_at', 'bigint').execute()
  await db.schema.alterTable('transactions').addColumn('request_digest', 'text').execute()
  await db.schema.alterTable('unattributed').addColumn('tag_row', 'text').execute()
  await db.schema
    .createIndex('transactions_rebuilt')
    .on('transactions')
    .column('rebuilt_at')
    .where(sql<SqlBool>`rebuilt_at is not null`)
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('transactions_rebuilt').execute()
  await db.schema.alterTable('unattributed').dropColumn('tag_row').execute()
  await db.schema.alterTable('transactions').dropColumn('request_digest').execute()
  await db.schema.alterTable('transactions').dropColumn('rebuilt_at').execute()
}
