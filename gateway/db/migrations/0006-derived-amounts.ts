import type { Kysely } from 'kysely'

/** How an amount came to be known; what is there already was decrypted. And where a decryption contradicted it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('plaintexts')
    .addColumn('origin', 'text', (c) => c.notNull().defaultTo('decrypted'))
    .execute()
  await db.schema
    .createTable('derivation_mismatches')
    .addColumn('handle', 'text', (c) => c.primaryKey())
    .addColumn('wallet_id', 'text', (c) => c.references('wallets.id'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  const index = db.schema.createIndex('derivation_mismatches_by_wallet')
  await index.on('derivation_mismatches').column('wallet_id').execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('derivation_mismatches').execute()
  await db.schema.alterTable('plaintexts').dropColumn('origin').execute()
}
