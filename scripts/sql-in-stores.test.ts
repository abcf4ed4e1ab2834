import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

/** Where SQL may stand: in stores, in the folder that knows the engines, and in tests. */
const mayStand = /(^|[/-])store\.ts$|^gateway\/(db|auth\/credentials|testing)\/|(\.test|-fixture)\.ts$/
/** Statements as Kysely begins them, and raw ones. */
const statement = /\.(selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(|\bsql(<[^`]*>)?`|\bsql\.\w/

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const speaksSql = (file: string, text: string) => statement.test(text) && !mayStand.test(file)

test('SQL stands in stores', () => {
  const sources = globSync('gateway/**/*.ts', { cwd: root })
  expect(sources.length).toBeGreaterThan(400)
  expect(sources.filter((file) => speaksSql(file, readFileSync(`${root}/${file}`, 'utf8')))).toEqual([])
})

describe('what it would find', () => {
  test.each([
    ['gateway/payments/redeem.ts', "await db.selectFrom('legs').execute()", true],
    ['gateway/payments/redeem.ts', "  .insertInto('legs')", true],
    ['gateway/legs/evidence/observe-leg.ts', "db.updateTable('legs')", true],
    ['gateway/cli/operator.ts', "db.deleteFrom('secrets')", true],
    ['gateway/cli/doctor/database/database.ts', 'await sql`select 1`.execute(db)', true],
    ['gateway/cli/doctor/database/database.ts', 'await sql<{ row: string }>`select 1`.execute(db)', true],
    ['gateway/restore.ts', "db.deleteFrom('secrets')", true],
    ['gateway/legs/store.ts', "db.selectFrom('legs')", false],
    ['gateway/legs/nonces-store.ts', "db.selectFrom('legs')", false],
    ['gateway/db/postgres/leases/leases.ts', 'sql`select 1`', false],
    ['gateway/auth/credentials/api-keys.ts', "db.insertInto('apiKeys')", false],
    ['gateway/payments/payments.test.ts', "db.selectFrom('legs')", false],
    ['gateway/payments/redeem.ts', 'the sql of a store', false],
  ])('%s: %s', (file, text, found) => expect(speaksSql(file, text)).toBe(found))
})
