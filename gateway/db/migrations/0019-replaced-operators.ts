import type { Kysely } from 'kysely'

const COLUMNS = ['replaced_at_block', 'replaced_at_nonce'] as const

/** Until when a former operator was the operator. Nothing is known of those of before: they are noted at the next start. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of COLUMNS) await db.schema.alterTable('senders').addColumn(column, 'integer').execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const column of COLUMNS) await db.schema.alterTable('senders').dropColumn(column).execute()
}
