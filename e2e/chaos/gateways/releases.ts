import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { migrations } from '../../../gateway/db/migrations.ts'

/** Releases that do not exist yet: the code is that of this one, the schema goes on. */
export type Release = 1 | 2 | 3

const nextFrom: Record<2 | 3, Record<string, Migration>> = {
  2: { '9001-notes-expand': { up: addNotes } },
  3: { '9002-notes-contract-9001': { up: takeNotesAway } },
}

/** A gateway of the release has these as its own. */
export function becomeRelease(release: Release): void {
  if (release >= 2) Object.assign(migrations, nextFrom[2])
  if (release >= 3) Object.assign(migrations, nextFrom[3])
}

/** This process is of the first release again. */
export function becomeFirst(): void {
  for (const name of Object.values(nextFrom).flatMap(Object.keys)) delete migrations[name]
}

/** What a release adds to the tables that every payment writes to. */
async function addNotes(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('transactions').addColumn('note', 'text').execute()
  await db.schema
    .alterTable('legs')
    .addColumn('note', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await db.schema
    .createTable('notes')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .execute()
  await sql`create index transactions_by_note on transactions (note) where note is not null`.execute(db)
}

/** What the second does without, and the first would not know of. */
async function takeNotesAway(db: Kysely<unknown>): Promise<void> {
  await sql`drop index transactions_by_note`.execute(db)
  for (const table of ['transactions', 'legs']) await db.schema.alterTable(table).dropColumn('note').execute()
  await db.schema.dropTable('notes').execute()
}
