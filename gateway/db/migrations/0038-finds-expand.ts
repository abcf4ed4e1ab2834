import type { Kysely } from 'kysely'

/** How often wallets came back after a restore: a look at the chain that began before does not know the newest of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('scan_begins')
    .addColumn('finds', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('scan_begins').dropColumn('finds').execute()
}
