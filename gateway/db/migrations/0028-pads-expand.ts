import type { Kysely } from 'kysely'

/**
 * Until when a wallet lets the contract of pads move its tokens; and how many pads each gateway has made use of for a wallet,
 * for the operator to read. Older versions do not look at either, and send no such payment.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('pad_rights')
    .addColumn('address', 'text', (c) => c.primaryKey())
    .addColumn('until', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('pad_counts')
    .addColumn('process', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('ready', 'integer', (c) => c.notNull())
    .addColumn('used', 'integer', (c) => c.notNull())
    .addColumn('thrown_away', 'integer', (c) => c.notNull())
    .addColumn('none_ready', 'integer', (c) => c.notNull())
    .addColumn('no_right', 'integer', (c) => c.notNull())
    .addColumn('no_contract', 'integer', (c) => c.notNull())
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('pad_counts_key', ['process', 'address'])
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('pad_counts').execute()
  await db.schema.dropTable('pad_rights').execute()
}
