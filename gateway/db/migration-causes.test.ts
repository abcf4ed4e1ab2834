import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from './database.ts'
import { migrate, newerMigrations } from './migrate.ts'
import { openSqlite } from './sqlite.ts'
import { NewerSchema } from './versions-beside.ts'

let db: Database
beforeEach(() => {
  db = openSqlite(':memory:')
})
afterEach(() => db.destroy())

test('a migration that fails is named, with why', async () => {
  await sql`create table passkeys (id text)`.execute(db)
  await expect(migrate(db)).rejects.toThrow(
    /^The database could not be brought up to date, and is as it was: 0002-sign-in failed: .*passkeys.* already exists/,
  )
})

test('a database of a newer version is called so, and is left alone', async () => {
  await migrate(db)
  expect(await newerMigrations(db)).toEqual([])
  await sql`insert into kysely_migration (name, timestamp) values ('9999-of-tomorrow', '2030')`.execute(db)
  expect(await newerMigrations(db)).toEqual(['9999-of-tomorrow'])
  await expect(migrate(db)).rejects.toThrow(NewerSchema)
  await expect(migrate(db)).rejects.toThrow('Run the newer version')
})
