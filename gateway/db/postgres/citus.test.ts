import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newDatabase, openMade } from '../../testing/postgres/databases.ts'

/** Tables that know their account, and whether every unique index of them holds it: Citus distributes no others by it. */
const byAccount = sql<{ name: string; distributable: boolean }>`
  select t.relname as name, coalesce(bool_and(a.attnum = any (i.indkey)) filter (where i.indisunique), true) as distributable
  from pg_class t
    join pg_attribute a on a.attrelid = t.oid and a.attname = 'account_id'
    left join pg_index i on i.indrelid = t.oid
  where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace
  group by t.relname order by t.relname`

test('gateway/docs/postgresql.md says which tables Citus could distribute by account, and which only with other keys', async () => {
  const { rows } = await byAccount.execute(openMade(await newDatabase()))
  const section = readFileSync('gateway/docs/postgresql.md', 'utf8').split('**Citus')[1]?.split('\n\n')[0] ?? ''
  const named = (sentence: RegExp) =>
    [...(sentence.exec(section)?.[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name).sort()
  const where = (distributable: boolean) =>
    rows.filter((row) => row.distributable === distributable).map(({ name }) => name)
  expect(named(/As they are, (.*?) could be distributed/)).toEqual(where(true))
  expect(named(/it refuses (.*?), whose keys/)).toEqual(where(false))
})
