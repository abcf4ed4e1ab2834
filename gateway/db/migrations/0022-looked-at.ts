import type { Kysely } from 'kysely'

/** What a person has looked at is told apart from what is new. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('unattributed').addColumn('looked_at', 'bigint').execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('unattributed').dropColumn('looked_at').execute()
}
