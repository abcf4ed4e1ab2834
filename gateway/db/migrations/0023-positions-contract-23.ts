import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** The audit log has room for more than 2³¹ entries. On SQLite it always had: an integer key has 64 bits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (isPostgres(db)) await sql`alter table events alter column position type bigint`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  if (isPostgres(db)) await sql`alter table events alter column position type integer`.execute(db)
}

function isPostgres(db: Kysely<unknown>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
