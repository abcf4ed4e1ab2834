import type { Kysely } from 'kysely'

/** A transaction found on chain names its block, so that it is read again if a reorganisation has put it into another one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('unattributed').addColumn('block_hash', 'text').execute()
  await db.schema
    .alterTable('unattributed')
    .addColumn('settled', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const column of ['settled', 'block_hash']) {
    await db.schema.alterTable('unattributed').dropColumn(column).execute()
  }
}
