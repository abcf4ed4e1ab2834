import { type Kysely, sql } from 'kysely'

/** Rows that say whose a credential or wallet is. */
const SEALED_ROWS = ['api_keys', 'sessions', 'passkeys', 'wallets'] as const

/**
 * Each burn is paid for once; a revert says whether it passes; notary keys can be revoked; rows that say whose something is
 * carry a MAC.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const schema = db.schema
  await schema
    .createTable('paid_burns')
    .addColumn('handle', 'text', (c) => c.primaryKey())
    .addColumn('transaction_id', 'text', (c) => c.notNull().references('transactions.id'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema.alterTable('legs').addColumn('transient', 'integer').execute()
  await schema.alterTable('transactions').addColumn('cancelled_by_tx_hash', 'text').execute()
  await schema.alterTable('notary_keys').addColumn('revoked_at', 'bigint').execute()
  for (const table of SEALED_ROWS) await schema.alterTable(table).addColumn('mac', 'text').execute()
  // What older versions have paid, or owe.
  await sql`
    insert into paid_burns (handle, transaction_id, created_at)
    select legs.handle, min(transactions.id), min(transactions.updated_at)
    from legs join transactions on transactions.id = legs.transaction_id
    where transactions.type = 'REDEEM' and legs.moves_value = 1 and legs.handle is not null
      and (transactions.status = 'SETTLED' or transactions.owed > 0)
    group by legs.handle`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of SEALED_ROWS) await db.schema.alterTable(table).dropColumn('mac').execute()
  await db.schema.alterTable('notary_keys').dropColumn('revoked_at').execute()
  await db.schema.alterTable('transactions').dropColumn('cancelled_by_tx_hash').execute()
  await db.schema.alterTable('legs').dropColumn('transient').execute()
  await db.schema.dropTable('paid_burns').execute()
}
