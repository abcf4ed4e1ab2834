import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bareDatabase, openMade } from '../../testing/postgres/databases.ts'
import { hasSchema, migrate, pendingMigrations } from '../migrate.ts'

test('tables of another program that uses the same library, in another schema, are not taken for ours', async () => {
  const db = openMade(await bareDatabase())
  await sql`create schema other`.execute(db)
  await sql`create table other.kysely_migration (name varchar(255) primary key, timestamp varchar(255))`.execute(db)
  await sql`create table other.kysely_migration_lock (id varchar(255) primary key, is_locked integer)`.execute(db)
  expect(await hasSchema(db)).toBe(false)
  await migrate(db)
  expect(await hasSchema(db)).toBe(true)
  expect(await pendingMigrations(db)).toEqual([])
})
