import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * On PostgreSQL several gateways count requests together. A row is written at each: it is in no log, and has room to stay on
 * its page. SQLite has one gateway, which counts in its memory.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) return
  await sql`
    create unlogged table request_counts (
      bucket text primary key,
      times bigint[] not null,
      counts int[] not null,
      slice_at bigint not null,
      until bigint not null
    ) with (fillfactor = 50)`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  if (isPostgres(db)) await db.schema.dropTable('request_counts').execute()
}

function isPostgres(db: Kysely<unknown>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
