import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'

/** Bytes that a database may have grown by: a test of query plans wants tables that were never large. */
const GROWN = 2_000_000

/**
 * Adds to a database, and so to its copies, the schema `testing` with a way back: the rows that it has now, and whether its
 * tables were changed since. It takes a superuser.
 */
export async function rememberEmpty(db: Database): Promise<void> {
  await sql`create schema testing`.execute(db)
  await sql`create table testing.changes (tag text)`.execute(db)
  await sql`create table testing.made as select pg_database_size(current_database()) as size`.execute(db)
  await sql`do $$ declare t text; filled boolean; begin
    for t in select tablename from pg_tables where schemaname = 'public' loop
      execute format('select exists (select from public.%I)', t) into filled;
      if filled then execute format('create table testing.%I as table public.%I', 'rows_' || t, t); end if;
    end loop; end $$`.execute(db)
  await sql`create function testing.empty() returns boolean language plpgsql as $$ declare t text; begin
    if exists (select from testing.changes) then return false; end if;
    if pg_database_size(current_database()) > (select size from testing.made) + ${sql.lit(GROWN)} then return false; end if;
    perform set_config('session_replication_role', 'replica', true);
    for t in select tablename from pg_tables where schemaname = 'public' loop
      execute format('delete from public.%I', t);
    end loop;
    for t in select substr(tablename, 6) from pg_tables where schemaname = 'testing' and starts_with(tablename, 'rows_') loop
      execute format('insert into public.%I table testing.%I', t, 'rows_' || t);
    end loop;
    return true; end $$`.execute(db)
  await sql`create function testing.note() returns event_trigger language plpgsql as
    $$ begin insert into testing.changes values (tg_tag); end $$`.execute(db)
  await sql`create event trigger note on ddl_command_end execute function testing.note()`.execute(db)
}

/** Whether a copy of such a database is again as it was made. It is not where its tables were changed, or grew. */
export async function emptyAgain(db: Database): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`select testing.empty()`.execute(db)
  return rows[0]?.empty === true
}
