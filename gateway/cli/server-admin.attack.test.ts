import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { changeAccount, findAccount } from '../accounts/store.ts'
import { makeChallenge, spendAttempt } from '../auth/credentials/challenges.ts'
import { startSession } from '../auth/credentials/sessions.ts'
import { identify } from '../auth/identify.ts'
import { readConfig } from '../config/config.ts'
import { masterKey } from '../crypto/master-key.ts'
import { copySqlite } from '../db/copy.ts'
import { openKeyring } from '../db/sealed/keyring.ts'
import { openSqlite } from '../db/sqlite.ts'
import { notaryJwks, notaryKey } from '../notas/notary-key.ts'
import type { World } from '../world/world.ts'
import { readBackup, unpackTo } from './backup/backup-file.ts'
import { removeLeftovers } from './backup/leftovers.ts'
import { makeBackup } from './backup/make-backup.ts'
import { keepHead } from './keys/audit-head.ts'
import { rotateMasterKey } from './keys/master-key.ts'
import { openStore, type Store } from './open-store.ts'
import { createProgram } from './program.ts'

// The key of a backup takes a second of a core, several times that beside others.
vi.setConfig({ testTimeout: 120_000 })

let folder: string
const env = () => ({ SOTTO_DATA_DIR: folder, SOTTO_PORT: '1', SOTTO_BACKUP_PASSPHRASE: 'a long passphrase' })
const dir = () => join(folder, 'offline')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sotto-attack-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = 0
  rmSync(folder, { recursive: true })
})

async function sotto(...words: string[]): Promise<{ out: string; code: number }> {
  process.exitCode = 0
  let out = ''
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += text
    return true
  })
  try {
    await createProgram(env()).parseAsync(['node', 'sotto', ...words])
  } finally {
    write.mockRestore()
  }
  return { out, code: Number(process.exitCode ?? 0) }
}

async function inStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(readConfig(env()))
  return work(store).finally(() => store.db.destroy())
}

async function accountWithKey(name: string): Promise<string> {
  await sotto('migrate')
  await sotto('account', 'create', '--email', `${name}@example.org`)
  return (await sotto('api-key', 'create', '--email', `${name}@example.org`, '--label', name)).out.trim()
}

const whoIs = (key: string) =>
  inStore(async (store) => (await identify(store as unknown as World, `Bearer ${key}`, undefined)).account.email)

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

describe('a restore', () => {
  test('ends sign-ins, keeps revoked keys revoked, and names those that live again', async () => {
    const alice = await accountWithKey('alice')
    const bob = await accountWithKey('bob')
    await inStore(async (store) => {
      const account = await store.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow()
      const context = { address: '', host: '', port: 0, origin: undefined, site: undefined, userAgent: null }
      await startSession(store, account.id, { ...context, token: undefined, audit: {} })
    })
    const file = join(folder, 'b.backup')
    await sotto('backup', file)
    await inStore(async ({ db, keys }) => {
      const { revokeApiKey } = await import('../auth/credentials/api-keys.ts')
      const row = await db.selectFrom('apiKeys').selectAll().where('label', '=', 'alice').executeTakeFirstOrThrow()
      await revokeApiKey(db, keys, row.accountId, row.id, 1)
    })
    const first = await sotto('restore', file, '--force')
    expect(first.out).not.toContain('lives again')
    await expect(whoIs(alice)).rejects.toThrow('unknown, revoked or expired')
    expect(await whoIs(bob)).toBe('bob@example.org')
    await inStore(async ({ db }) => {
      expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([])
      expect(await db.selectFrom('events').select('type').where('type', '=', 'backup.restored').execute()).toHaveLength(
        1,
      )
    })

    // Elsewhere nobody knows what was revoked since.
    rmSync(dir(), { recursive: true })
    const { out } = await sotto('restore', file)
    expect(out).toContain('lives again')
    expect(out).toContain('"alice" of alice@example.org')
    expect(out).not.toContain(alice)
  })
})

describe('a stolen master key with an older copy of the database', () => {
  async function seal(store: Store, email: string) {
    return store.db
      .selectFrom('accounts')
      .select(['id', 'passwordHash'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  }
  const place = (row: string) => ({ table: 'accounts', column: 'password_hash', row })

  test('opens nothing that is written after a rotation, and what it did open is in no file', async () => {
    await accountWithKey('alice')
    const old = masterKey(dir(), undefined)
    const copy = join(folder, 'stolen.db')
    copySqlite(join(dir(), 'sotto.db'), copy)
    const before = await inStore((store) => seal(store, 'alice@example.org'))
    // A gateway that runs while the key is rotated.
    const running = await openStore(readConfig(env()))
    try {
      expect((await sotto('master-key', 'rotate')).out).toContain('values are sealed anew')
      const after = await seal(running, 'alice@example.org')
      expect(after.passwordHash).not.toBe(before.passwordHash)
      expect(running.keys.open(place(after.id), after.passwordHash)).toBe(
        (await stolenKeyring(copy, old)).open(place(before.id), before.passwordHash),
      )
      expect(running.keys.seal(place('x'), 'y')).toMatch(/^v2\./)
      const thief = await stolenKeyring(copy, old)
      expect(() => thief.open(place(after.id), after.passwordHash)).toThrow('no data key of version 2')
    } finally {
      await running.db.destroy()
    }
    const { total } = await inStore(async ({ db }) => {
      const rows = await sql<{ total: number }>`select count(*) as total from secrets where value like 'v1.%'`.execute(
        db,
      )
      return rows.rows[0] ?? { total: -1 }
    })
    expect(total).toBe(0)
    expect((await sotto('doctor')).out).not.toContain('altered')
    for (const name of readdirSync(dir()).filter((each) => each.startsWith('sotto.db'))) {
      expect(readFileSync(join(dir(), name), 'latin1')).not.toContain(before.passwordHash)
    }
  })

  test('a quick rotation is named as what it is', async () => {
    await accountWithKey('alice')
    expect((await sotto('master-key', 'rotate', '--seal-only')).out).toContain('still opens new copies')
  })

  test('a rotation that is killed between two rows is finished by the next, and nothing is lost', async () => {
    for (const name of ['alice', 'bob', 'carol']) await accountWithKey(name)
    await inStore(async ({ db, keys, dir: at }) => {
      await rotateMasterKey(db, at, async () => {}, 'new data key')
      keys.refresh()
      const { id, passwordHash } = await db.selectFrom('accounts').selectAll().limit(1).executeTakeFirstOrThrow()
      const again = keys.seal(place(id), keys.open(place(id), passwordHash))
      await changeAccount(db, keys, id, () => ({ passwordHash: again }))
    })
    expect((await sotto('doctor')).out).toContain('sealed values open')
    await sotto('master-key', 'rotate')
    await inStore(async ({ db, keys }) => {
      const rows = await db.selectFrom('accounts').select(['id', 'passwordHash']).execute()
      expect(rows.map(({ passwordHash }) => passwordHash.slice(0, 3))).toEqual(['v3.', 'v3.', 'v3.'])
      for (const { id, passwordHash } of rows) keys.open(place(id), passwordHash)
    })
  })

  async function stolenKeyring(file: string, master: Uint8Array) {
    const db = openSqlite(file)
    return openKeyring(db, master).finally(() => db.destroy())
  }
})

describe('a backup', () => {
  test('has the master key on no disk in the clear, at no moment', async () => {
    await accountWithKey('alice')
    const key = readFileSync(join(dir(), 'master.key'), 'utf8').trim()
    const seen: string[] = []
    const look = () => {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (entry.isFile() && /backup-|restoring/.test(entry.parentPath)) {
          const text = readFileSync(join(entry.parentPath, entry.name), 'latin1')
          seen.push(text.includes(key) ? `${entry.name} holds the key` : entry.name)
        }
      }
    }
    const config = readConfig(env())
    await inStore(async (store) => {
      const now = () => {
        look()
        return Date.now()
      }
      const slow = { ...store, clock: { ...store.clock, now } }
      await makeBackup(slow, config, join(folder, 'b.backup'), 'a long passphrase')
    })
    expect(seen).toContain('sotto.db')
    expect(seen.filter((name) => name.includes('holds the key'))).toEqual([])
  })

  test('that was killed is found by the doctor, and removed at the next start', async () => {
    await accountWithKey('alice')
    const dead = spawnSync(process.execPath, ['-e', '']).pid
    const stage = join(dir(), `backup-${dead}-abcdef`)
    const alive = join(dir(), `backup-${process.pid}-abcdef`)
    for (const each of [stage, alive]) mkdirSync(each)
    expect((await sotto('doctor')).out).toContain(stage)
    expect(removeLeftovers(dir())).toEqual([stage])
    expect([existsSync(stage), existsSync(alive)]).toEqual([false, true])
  })
})

describe('a stolen notary key', () => {
  test('is revoked: it vouches for nothing, and the published keys say so', async () => {
    const fingerprint = await inStore(async (store) => (await notaryKey(store)).fingerprint)
    expect((await sotto('nota-key', 'revoke', fingerprint)).out).toContain(fingerprint)
    await inStore(async (store) => {
      const { keys } = await notaryJwks(store)
      expect(keys.find(({ kid }) => kid === fingerprint)?.revokedAt).toBeGreaterThan(0)
      expect(keys[0]?.kid).not.toBe(fingerprint)
    })
    expect((await sotto('nota-key', 'list')).out).toContain(`${fingerprint}  revoked`)
    await expect(sotto('nota-key', 'revoke', fingerprint)).rejects.toThrow('No key')
  })
})

test('secrets are not taken from the command line, which others can read', async () => {
  const key = join(folder, 'key')
  writeFileSync(key, '')
  for (const option of ['--admin-password', '--master-key', '--operator-key', '--backup-passphrase', '--rpc-url']) {
    await expect(sotto('account', 'list', option, 'a'.repeat(64))).rejects.toThrow('other users of this machine')
  }
})
