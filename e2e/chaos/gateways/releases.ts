import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { migrations } from '../../../gateway/db/migrations.ts'

/** Releases that do not exist yet: the code is that of this one, the schema goes on. */
export type Release = 1 | 2 | 3

const nextFrom: Record<2 | 3, Record<string, Migration>> = {
  2: { '9001-columns-expand': { up: addColumns } },
  3: { '9002-columns-contract-9001': { up: takeColumnsAway } },
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
async function addColumns(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('transactions').addColumn('of_second', 'text').execute()
  await db.schema
    .alterTable('legs')
    .addColumn('of_second', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await db.schema
    .createTable('of_second')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .execute()
  await sql`create index transactions_of_second on transactions (of_second) where of_second is not null`.execute(db)
}

/** What the second does without, and the first would not know of. */
async function takeColumnsAway(db: Kysely<unknown>): Promise<void> {
  await sql`drop index transactions_of_second`.execute(db)
  for (const table of ['transactions', 'legs']) await db.schema.alterTable(table).dropColumn('of_second').execute()
  await db.schema.dropTable('of_second').execute()
}
