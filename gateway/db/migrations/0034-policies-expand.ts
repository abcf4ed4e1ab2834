import { type Kysely, sql } from 'kysely'

const SUBJECTS = ['accounts', 'api_keys', 'wallets'] as const

/**
 * Policies stand in the rows that they are about, under their MAC: older versions refuse a row that has one. What counts
 * against a limit is read off the payments themselves, by when they took their nonce.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of SUBJECTS) await db.schema.alterTable(table).addColumn('policy', 'text').execute()
  await db.schema.alterTable('transactions').addColumn('asked_by', 'text').execute()
  await db.schema.alterTable('transactions').addColumn('reserved_at', 'bigint').execute()
  await db.schema
    .createIndex('transactions_reserved')
    .on('transactions')
    .expression(sql`account_id, (coalesce(reserved_at, created_at))`)
    .where(sql<boolean>`type in ('TRANSFER', 'REDEEM')`)
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('transactions_reserved').execute()
  await db.schema.alterTable('transactions').dropColumn('reserved_at').execute()
  await db.schema.alterTable('transactions').dropColumn('asked_by').execute()
  for (const table of SUBJECTS) await db.schema.alterTable(table).dropColumn('policy').execute()
}
