import { type Kysely, sql } from 'kysely'

/** So that a settled payment is found whose transaction a reorganisation has taken out of the chain. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index legs_confirmed_in on legs (block_number) where state = 'confirmed'`.execute(db)
  await sql`create index legs_unconfirmed on legs (transaction_id) where state in ('open', 'mined')`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('legs_unconfirmed').execute()
  await db.schema.dropIndex('legs_confirmed_in').execute()
}
