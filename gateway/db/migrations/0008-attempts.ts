import { type Kysely, sql } from 'kysely'

/**
 * Signed bytes say at which block they were signed, and whether they were forgotten since; what failed before anything was
 * signed holds no idempotency key.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('attempts').addColumn('signed_block', 'integer').execute()
  await db.schema.alterTable('attempts').addColumn('forgotten_at', 'bigint').execute()
  await sql`
    update attempts set signed_block = (select legs.signed_block from legs where legs.id = attempts.leg_id)`.execute(db)
  await sql`
    delete from idempotency_keys where kind = 'transaction' and subject_id in (
      select id from transactions where status = 'FAILED'
        and not exists (select 1 from legs where legs.transaction_id = transactions.id))`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('attempts').dropColumn('forgotten_at').execute()
  await db.schema.alterTable('attempts').dropColumn('signed_block').execute()
}
