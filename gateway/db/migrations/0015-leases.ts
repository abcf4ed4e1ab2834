import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** What several gateways on one database need: leases, and on PostgreSQL too an audit log that no statement of theirs changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('leases')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('owner', 'text', (c) => c.notNull())
    .addColumn('until', 'bigint', (c) => c.notNull())
    .execute()
  if (!isPostgres(db)) return
  await sql`
    create function events_append_only() returns trigger language plpgsql as
    $$ begin raise exception 'events are append-only'; end $$`.execute(db)
  await sql`
    create trigger events_append_only before update or delete or truncate on events
    for each statement execute function events_append_only()`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  if (isPostgres(db)) {
    await sql`drop trigger events_append_only on events`.execute(db)
    await sql`drop function events_append_only()`.execute(db)
  }
  await db.schema.dropTable('leases').execute()
}

function isPostgres(db: Kysely<unknown>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
