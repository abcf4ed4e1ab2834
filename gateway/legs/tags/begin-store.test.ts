import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestWorld } from '../../testing/test-world.ts'
import { tagsSince } from './begin-store.ts'

test('a database says when it came to a version that signs with tags', async () => {
  const { db } = await createTestWorld()
  expect(await tagsSince(db)).toBeLessThan(Number.MAX_SAFE_INTEGER)
  await sql`update kysely_migration set timestamp = '2026-02-03T04:05:06.789Z' where name like '%tags%'`.execute(db)
  expect(await tagsSince(db)).toBe(Date.parse('2026-02-03T04:05:06.789Z'))
})

test('where that is not known every transaction without a tag may be of an older version', async () => {
  const { db } = await createTestWorld()
  await sql`delete from kysely_migration where name like '%tags%'`.execute(db)
  expect(await tagsSince(db)).toBe(Number.MAX_SAFE_INTEGER)
})
