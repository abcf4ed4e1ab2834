import { type Kysely, sql } from 'kysely'

/** What is stored has the names that the code has: login attempts, nonce gaps, and legs that something else superseded. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('tries').renameTo('login_attempts').execute()
  await sql`update legs set kind = 'nonce gap' where kind = 'filler'`.execute(db)
  await sql`update legs set state = 'superseded' where state = 'displaced'`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`update legs set state = 'displaced' where state = 'superseded'`.execute(db)
  await sql`update legs set kind = 'filler' where kind = 'nonce gap'`.execute(db)
  await db.schema.alterTable('login_attempts').renameTo('tries').execute()
}
