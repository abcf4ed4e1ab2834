import { sql } from 'kysely'
import { type Database, isPostgres } from '../../../gateway/db/database.ts'

/** From now on another process takes every `Idempotency-Key` just before the gateway does. */
export async function addRival(db: Database): Promise<void> {
  if (!isPostgres(db)) {
    await sql`create trigger rival before insert on idempotency_keys begin
      insert into idempotency_keys select new.account_id, new.key_hash, new.fingerprint, new.kind, new.subject_id,
        new.status, new.code, new.created_at;
      end`.execute(db)
    return
  }
  // Its own insert calls it again.
  await sql`create function rival() returns trigger language plpgsql as $$ begin
    if pg_trigger_depth() = 1 then insert into idempotency_keys values (new.*); end if;
    return new;
    end $$`.execute(db)
  await sql`create trigger rival before insert on idempotency_keys for each row execute function rival()`.execute(db)
}

export async function removeRival(db: Database): Promise<void> {
  if (!isPostgres(db)) await sql`drop trigger rival`.execute(db)
  else await sql`drop function rival cascade`.execute(db)
}
