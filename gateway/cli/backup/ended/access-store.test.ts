import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accountWithKey, inStore } from '../../attack-fixture.ts'
import { administer } from '../../server-admin-fixture.ts'
import { readAccesses } from './access-store.ts'

administer()

test('an account whose rows were altered is left out, and a table that cannot be read is an error', async () => {
  for (const name of ['eve', 'bob']) await accountWithKey(name)
  await inStore(async ({ db, keys }) => {
    await sql`update accounts set disabled_at = 1 where email = 'eve@example.org'`.execute(db)
    expect([...(await readAccesses(db, keys)).values()].map(({ email }) => email)).toEqual(['bob@example.org'])
    await sql`drop table passkeys`.execute(db)
    await expect(readAccesses(db, keys)).rejects.toThrow(/passkeys/)
  })
})
