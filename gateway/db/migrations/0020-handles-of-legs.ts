import { type Kysely, sql } from 'kysely'

/** So that a handle that another leg has is found. No constraint: what older versions wrote is not judged here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index legs_by_handle on legs (handle) where handle is not null`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('legs_by_handle').execute()
}
