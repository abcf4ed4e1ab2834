import { type Kysely, sql } from 'kysely'

/** One row of a wallet for one log. Of rows of before, no log is known until they are looked for again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('arrivals').addColumn('log_index', 'integer').execute()
  await sql`
    create unique index arrivals_by_log on arrivals (tx_hash, block_hash, log_index, wallet_id)
    where log_index is not null`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('arrivals_by_log').execute()
  await db.schema.alterTable('arrivals').dropColumn('log_index').execute()
}
