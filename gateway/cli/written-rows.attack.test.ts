import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { changeAccount, findAccount } from '../accounts/store.ts'
import { makeChallenge, spendAttempt } from '../auth/credentials/challenges.ts'
import { copySqlite } from '../db/copy.ts'
import { insertWebhook } from '../webhooks/store.ts'
import type { World } from '../world/world.ts'
import { accountWithKey, inStore, sotto, whoIs } from './attack-fixture.ts'
import { readBackup, unpackTo } from './backup/backup-file.ts'
import { keepHead } from './keys/audit-head.ts'
import type { Store } from './open-store.ts'
import { administer, dir, folder } from './server-admin-fixture.ts'

administer()

describe('anyone who can write the database', () => {
  test('does not become another account with a key of their own', async () => {
    const mallory = await accountWithKey('mallory')
    await accountWithKey('alice')
    await inStore(({ db }) =>
      sql`update api_keys set account_id = (select id from accounts where email = 'alice@example.org')`.execute(db),
    )
    await expect(whoIs(mallory)).rejects.toThrow('altered the database')
    expect((await sotto('doctor')).out).toContain('altered the database')
  })

  test.each([
    ['scopes', sql`update api_keys set scopes = 'read manage pay', wallet_ids = null`],
    ['an expiry', sql`update api_keys set expires_at = null`],
    ['a revocation', sql`update api_keys set revoked_at = null`],
    ['a missing MAC', sql`update api_keys set mac = null`],
  ])('cannot give a key back %s', async (_, attack) => {
    const key = await accountWithKey('alice')
    await inStore(async ({ db, keys }) => {
      const { rowMac } = await import('../db/sealed/row-macs.ts')
      const row = await db.selectFrom('apiKeys').selectAll().executeTakeFirstOrThrow()
      const weak = { ...row, scopes: 'read', walletIds: 'none', expiresAt: 9e12, revokedAt: 1 }
      await db
        .updateTable('apiKeys')
        .set({ ...weak, mac: rowMac(keys, 'apiKeys', weak) })
        .execute()
      await attack.execute(db)
      await db.updateTable('apiKeys').set({ revokedAt: null }).execute()
    })
    await expect(whoIs(key)).rejects.toThrow('altered the database')
  })

  test.each([
    [
      'a password of their own',
      sql`update accounts set password_hash = (select password_hash from accounts
      where email = 'mallory@example.org') where email = 'alice@example.org'`,
    ],
    [
      'a password from an older copy',
      sql`update accounts set password_hash = 'v1.older' where email = 'alice@example.org'`,
    ],
    ['an account that was disabled', sql`update accounts set disabled_at = null where email = 'alice@example.org'`],
    ['an account without its second factor', sql`update accounts set totp_secret = null, totp_confirmed_at = null`],
    ['a code that was used', sql`update accounts set totp_last_step = 0`],
    ['an e-mail of another', sql`update accounts set email = 'a@example.org' where email = 'alice@example.org'`],
    ['no MAC', sql`update accounts set mac = null`],
  ])('does not let in who should stay out: %s', async (_, attack) => {
    await accountWithKey('mallory')
    await accountWithKey('alice')
    await inStore(async (store) => {
      const { id } = await store.db
        .selectFrom('accounts')
        .select('id')
        .where('email', 'like', 'alice%')
        .executeTakeFirstOrThrow()
      const secret = store.keys.seal({ table: 'accounts', column: 'totp_secret', row: id }, 'SECRET')
      const on = { disabledAt: 1, totpSecret: secret, totpConfirmedAt: 1, totpLastStep: 7 }
      await changeAccount(store.db, store.keys, id, () => on)
      await attack.execute(store.db)
      await expect(findAccount(store.db, store.keys, id)).rejects.toThrow('altered the database')
    })
    expect((await sotto('doctor')).out).toContain('altered the database')
  })

  test('does not make a webhook another account’s: doctor names it', async () => {
    await accountWithKey('mallory')
    await accountWithKey('alice')
    const [mallorys, alices] = await inStore(({ db }) =>
      db.selectFrom('accounts').select('id').orderBy('email', 'desc').execute(),
    )
    if (mallorys === undefined || alices === undefined) throw new Error('two accounts were made')
    await inStore(async ({ db, keys }) => {
      const terms = { url: 'https://mallory.example.org/', events: [], walletIds: null, description: null }
      const standing = { position: 0, waiting: 0, failures: 0, failingSince: null, nextAt: null, leasedUntil: null }
      const rest = { includeAmounts: true, secrets: [], status: 'active', createdAt: 1 } as const
      await insertWebhook(db, keys, { id: 'w1', accountId: mallorys.id, ...terms, ...standing, ...rest })
    })
    expect((await sotto('doctor')).out).not.toContain('the row of webhook')
    await inStore(({ db }) => db.updateTable('webhooks').set({ accountId: alices.id }).execute())
    expect(await sotto('doctor')).toMatchObject({ code: 1, out: expect.stringContaining('the row of webhook w1') })
  })

  test('does not turn a sign-in of their own into that of another', async () => {
    await accountWithKey('alice')
    await inStore(async (store) => {
      const world = store as unknown as World
      const { id } = await makeChallenge(world, 'sign-in-totp', { subject: 'mallory' })
      await sql`update challenges set subject = 'alice'`.execute(store.db)
      await expect(spendAttempt(world, 'sign-in-totp', id)).rejects.toThrow('altered the database')
    })
  })

  const unmark = sql`delete from secrets where name = 'row-macs'`
  test.each([
    ['the mark', async ({ db }: Store) => void (await unmark.execute(db)), 'the mark is gone'],
    [
      'the mark and the log',
      async ({ db }: Store) => {
        await unmark.execute(db)
        await sql`drop trigger events_never_delete`.execute(db)
        await db.deleteFrom('events').execute()
        await db.deleteFrom('secrets').where('name', '=', 'events-head').execute()
      },
      'the audit log is broken',
    ],
    [
      'the mark and the first entry of the log',
      async ({ db }: Store) => {
        await unmark.execute(db)
        await sql`drop trigger events_never_delete`.execute(db)
        await db.deleteFrom('events').where('type', '=', 'row_macs.made').execute()
      },
      'the audit log is broken',
    ],
    [
      'a mark of another’s making',
      async ({ db }: Store) => void (await sql`update secrets set value = 'x' where name = 'row-macs'`.execute(db)),
      'the mark is gone',
    ],
  ])('has no rows without a MAC taken over by taking away %s', async (_, attack, said) => {
    const key = await accountWithKey('mallory')
    await inStore(async (store) => {
      await sql`update api_keys set mac = null, scopes = 'read manage pay'`.execute(store.db)
      await attack(store)
    })
    await expect(whoIs(key)).rejects.toThrow(said)
    await expect(sotto('account', 'list')).rejects.toThrow('Restore a backup')
  })

  test('nor with the copy of a database that an older version wrote', async () => {
    const { take, held } = unpackTo(dir(), [])
    await readBackup(
      fileURLToPath(new URL('backup/fixtures/version-1.backup', import.meta.url)),
      'a long passphrase',
      take,
    )
    expect(held.size).toBe(0)
    const older = join(folder, 'older.db')
    copySqlite(join(dir(), 'sotto.db'), older)
    // The upgrade takes its rows over, once, and the log goes on.
    expect((await sotto('account', 'list')).out).toContain('ada@example.org')
    await sotto('account', 'create', '--email', 'alice@example.org')
    for (const name of readdirSync(dir()).filter((each) => each.startsWith('sotto.db'))) rmSync(join(dir(), name))
    copySqlite(older, join(dir(), 'sotto.db'))
    await expect(sotto('account', 'list')).rejects.toThrow('an older log was put back')
  })

  test('empties the audit log no more unseen', async () => {
    await accountWithKey('alice')
    await inStore(async ({ db }) => {
      await sql`drop trigger events_never_delete`.execute(db)
      await db.deleteFrom('events').execute()
      await db.deleteFrom('secrets').where('name', '=', 'events-head').execute()
    })
    expect(await sotto('audit', '--verify')).toMatchObject({ code: 1, out: expect.stringContaining('cut off') })
    rmSync(join(dir(), 'audit-head'))
    expect(await sotto('audit', '--verify')).toMatchObject({ code: 1, out: expect.stringContaining('gone') })
  })

  test('nor puts back an older log with its own head', async () => {
    await accountWithKey('alice')
    const old = await inStore(({ db }) =>
      db.selectFrom('secrets').selectAll().where('name', '=', 'events-head').executeTakeFirstOrThrow(),
    )
    const { events } = await inStore(async ({ db }) => ({
      events: await db.selectFrom('events').selectAll().execute(),
    }))
    await accountWithKey('mallory')
    const { out } = await sotto('audit', '--verify')
    const head = /Its head is (\S+)/.exec(out)?.[1] ?? ''
    await inStore(({ db }) => keepHead(db, dir()))
    await inStore(async ({ db }) => {
      await sql`drop trigger events_never_delete`.execute(db)
      await db.deleteFrom('events').where('position', '>', events.length).execute()
      await db.updateTable('secrets').set({ value: old.value }).where('name', '=', 'events-head').execute()
    })
    expect(await sotto('audit', '--verify')).toMatchObject({ code: 1, out: expect.stringContaining('cut off') })
    rmSync(join(dir(), 'audit-head'))
    expect((await sotto('audit', '--verify')).code).toBe(0)
    expect((await sotto('audit', '--verify', '--head', head)).code).toBe(1)
  })
})

test('an account that somebody has altered keeps no other from the lists, nor the log from being read', async () => {
  for (const name of ['alice', 'bob']) await accountWithKey(name)
  await inStore(({ db }) => sql`update accounts set disabled_at = 1 where email = 'alice@example.org'`.execute(db))
  const list = await sotto('account', 'list')
  expect(list.out).toContain('bob@example.org')
  expect(list.out).not.toContain('alice@example.org')
  expect(list.code).toBe(2)
  expect((await sotto('audit')).out).toMatch(/account\.created .*bob@example\.org/)
  expect((await sotto('webhook', 'list')).code).toBe(0)
})
