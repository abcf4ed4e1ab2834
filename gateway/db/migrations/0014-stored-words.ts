import { type Kysely, sql } from 'kysely'

/** What is stored has the names that the code has: login attempts, nonce gaps, and legs that something else superseded. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('tries').renameTo('login_attempts').execute()
  await sql`update legs set kind = 'nonce gap' where kind = 'filler'`.execute(db)
  await renameState(db, 'displaced', 'superseded')
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await renameState(db, 'superseded', 'displaced')
  await sql`update legs set kind = 'filler' where kind = 'nonce gap'`.execute(db)
  await db.schema.alterTable('login_attempts').renameTo('tries').execute()
}

/** The unique index of living legs names the state. */
async function renameState(db: Kysely<unknown>, from: string, to: string): Promise<void> {
  await db.schema.dropIndex('legs_one_living_per_nonce').execute()
  await sql`update legs set state = ${to} where state = ${from}`.execute(db)
  await db.schema
    .createIndex('legs_one_living_per_nonce')
    .unique()
    .on('legs')
    .columns(['sender', 'nonce'])
    .where(sql<boolean>`state <> ${sql.lit(to)}`)
    .execute()
}
