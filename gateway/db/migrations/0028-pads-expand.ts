import type { Kysely } from 'kysely'

/** Until when a wallet lets the contract of pads move its tokens. Older versions do not look at it, and send no such payment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('pad_rights')
    .addColumn('address', 'text', (c) => c.primaryKey())
    .addColumn('until', 'bigint', (c) => c.notNull())
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('pad_rights').execute()
}
