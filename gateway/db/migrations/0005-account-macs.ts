import type { Kysely } from 'kysely'

/** What decides who gets in carries a MAC too: accounts, and sign-ins that wait for their second step. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['accounts', 'challenges']) {
    await db.schema.alterTable(table).addColumn('mac', 'text').execute()
  }
  // They last five minutes: anyone who was about to sign in begins again.
  await (db as Kysely<{ challenges: object }>).deleteFrom('challenges').execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['accounts', 'challenges']) await db.schema.alterTable(table).dropColumn('mac').execute()
}
