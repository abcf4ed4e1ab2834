import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from './database.ts'
import { migrate, newerMigrations, requireOwnSchema, stillBeside } from './migrate.ts'
import { migrations, numberOf, schemaNumber } from './migrations.ts'
import { openSqlite } from './sqlite.ts'
import { FIRST_WITH_RULE, leastBeside, NewerSchema } from './versions-beside.ts'

test.each([
  ['0031-notes-expand', 22],
  ['0040-notes-contract-31', 31],
  ['0040-notes-contract-031', 31],
  ['0021-logs-of-arrivals', 21],
  ['0040-notes', 40],
  ['0040-expand-notes', 40],
  ['0040-notes-contract', 40],
  ['0040-notes-contract-x', 40],
  ['0040-expand', 40],
])('%s runs beside versions from schema %i on', (name, least) => expect(leastBeside(name)).toBe(least))

describe('on a database that a newer version has changed', () => {
  let db: Database
  beforeEach(async () => {
    db = openSqlite(':memory:')
    await migrate(db)
  })
  afterEach(() => db.destroy())
  const changed = (name: string) =>
    sql`insert into kysely_migration (name, timestamp) values (${name}, '2030')`.execute(db)

  test.each(['9998-notes-expand', `9998-notes-contract-${schemaNumber()}`])('%s: this one goes on', async (name) => {
    await changed(name)
    await migrate(db)
    await stillBeside(db)
    expect(await newerMigrations(db)).toEqual([name])
    // It would leave out what it does not know of.
    await expect(requireOwnSchema(db)).rejects.toThrow(NewerSchema)
  })

  test.each([`9998-notes-contract-${schemaNumber() + 1}`, '9998-notes'])('%s: this one stops', async (name) => {
    await changed('9997-before-expand')
    await changed(name)
    await expect(migrate(db)).rejects.toThrow(NewerSchema)
    await expect(stillBeside(db)).rejects.toThrow(`it has 9997-before-expand, ${name}`)
  })

  test('nothing is added to what another line of versions has changed', async () => {
    await sql`delete from kysely_migration where name = ${Object.keys(migrations).at(-1) ?? ''}`.execute(db)
    await changed('9998-notes-expand')
    await expect(migrate(db)).rejects.toThrow(NewerSchema)
  })
})

describe('each migration since the rule', () => {
  const since = Object.keys(migrations).filter((name) => numberOf(name) > FIRST_WITH_RULE)

  test('says beside which versions it runs, or that it does beside none', () => {
    const says = (name: string) => /-(expand|contract-\d{1,4})$/.test(name)
    expect(since.filter((name) => !says(name))).toEqual([])
    const odd = since.filter((name) => leastBeside(name) < FIRST_WITH_RULE || leastBeside(name) > numberOf(name))
    expect(odd).toEqual([])
  })

  test('that expands takes nothing away', async () => {
    const db = openSqlite(':memory:')
    for (const name of Object.keys(migrations)) {
      const before = await shapeOf(db)
      await migrations[name]?.up(db.withoutPlugins())
      if (name.endsWith('-expand')) expect(missed(before, await shapeOf(db)), name).toEqual([])
    }
    await db.destroy()
  })
})

/** What an older version relies on: columns with their types, what it need not give, and what may not be twice. */
type Shape = { columns: Map<string, string>; tables: Set<string>; rules: Map<string, string> }

async function shapeOf(db: Database): Promise<Shape> {
  const { rows } = await sql<{ table: string; name: string; type: string; notnull: number; dflt: string | null }>`
    select m.name as "table", c.name, c.type, c."notnull", c.dflt_value as dflt
    from sqlite_schema m join pragma_table_info(m.name) c where m.type = 'table'`.execute(db)
  const rules = await sql<{ table: string; name: string; sql: string }>`
    select tbl_name as "table", name, sql from sqlite_schema
    where type = 'trigger' or (type = 'index' and sql like 'create unique%')`.execute(db)
  return {
    tables: new Set(rows.map(({ table }) => table)),
    columns: new Map(rows.map(({ table, name, ...rest }) => [`${table}.${name}`, JSON.stringify(rest)])),
    rules: new Map(rules.rows.map((rule) => [`${rule.table}: ${rule.name}`, rule.sql])),
  }
}

/** Of what was there before; and what is new and binds those who do not know it. */
function missed(before: Shape, after: Shape): string[] {
  const gone = [...before.columns].filter(([name, is]) => after.columns.get(name) !== is).map(([name]) => name)
  const fresh = [...after.columns].filter(([name]) => !before.columns.has(name))
  const isOld = (name: string) => before.tables.has(name.split(/[.:]/)[0] ?? '')
  const wanted = fresh.filter(([name, is]) => isOld(name) && /"notnull":1,"dflt":null/.test(is)).map(([name]) => name)
  const knows = (rule: string) =>
    fresh.some(([name]) => rule.includes(`"${name.split('.')[1]}"`) || rule.includes(` ${name.split('.')[1]} `))
  const bound = [...after.rules].filter(([name, rule]) => isOld(name) && !before.rules.has(name) && !knows(rule))
  return [...gone, ...wanted, ...bound.map(([name]) => name)]
}

describe('what is found of a migration that says it expands', () => {
  test.each([
    ['alter table legs add column note text', []],
    ["alter table legs add column note text not null default ''", []],
    ['create table notes (id text primary key, leg text not null)', []],
    ['create index legs_note on legs (nonce)', []],
    ['alter table legs drop column handle', ['legs.handle']],
    ['alter table legs rename column handle to handles', ['legs.handle']],
    ['drop table paid_hashes', ['paid_hashes.hash', 'paid_hashes.transaction_id', 'paid_hashes.created_at']],
    ['create unique index legs_once on legs (handle)', ['legs: legs_once']],
    ["create trigger legs_no before insert on legs begin select raise(abort, 'no'); end", ['legs: legs_no']],
  ])('%s', async (statement, found) => {
    const db = openSqlite(':memory:')
    await migrate(db)
    await sql`drop index if exists legs_by_handle`.execute(db)
    const before = await shapeOf(db)
    await sql.raw(statement).execute(db)
    expect(missed(before, await shapeOf(db))).toEqual(found)
    await db.destroy()
  })
})
