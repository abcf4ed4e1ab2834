import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { OPERATOR_ACCOUNT } from '../accounts/operator-account.ts'
import { changeAccount, insertAccount, NO_PASSWORD, setDisabled } from '../accounts/store.ts'
import { startSession } from '../auth/credentials/sessions.ts'
import { readConfig } from '../config/config.ts'
import { adoptWaitingKey, masterKey } from '../crypto/master-key.ts'
import { copySqlite } from '../db/copy.ts'
import { openKeyring } from '../db/sealed/open-keyring.ts'
import { openSqlite } from '../db/sqlite.ts'
import { notaryJwks, notaryKey } from '../notas/notary-key.ts'
import { accountWithKey, inStore, sotto, whoIs } from './attack-fixture.ts'
import { removeLeftovers, stageName } from './backup/leftovers.ts'
import { makeBackup } from './backup/make-backup.ts'
import { handOver } from './keys/master-key.ts'
import { openStore, type Store } from './open-store.ts'
import { administer, dir, env, folder } from './server-admin-fixture.ts'

administer()

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
      expect((await sotto('master-key', 'rotate')).out).toContain('and 1 value is sealed anew')
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
      adoptWaitingKey(at, await handOver(db, at, async () => {}, 'new data key'))
      keys.refresh()
      const { id, passwordHash } = await db.selectFrom('accounts').selectAll().limit(1).executeTakeFirstOrThrow()
      const again = keys.seal(place(id), keys.open(place(id), passwordHash))
      await changeAccount(db, keys, id, () => ({ passwordHash: again }))
    })
    expect((await sotto('doctor')).out).toContain('sealed values, all opened')
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
    const earlier = join(dir(), `backup-${process.pid}-abcdef`)
    const alive = join(dir(), `${stageName()}abcdef`)
    for (const each of [stage, earlier, alive]) mkdirSync(each)
    expect((await sotto('doctor')).out).toContain(stage)
    expect(removeLeftovers(dir()).sort()).toEqual([stage, earlier].sort())
    expect([stage, earlier, alive].map((each) => existsSync(each))).toEqual([false, false, true])
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
    await expect(sotto('nota-key', 'revoke', '-x3rD')).rejects.toThrow('No key -x3rD is in force')
  })
})

test('secrets are not taken from the command line, which others can read', async () => {
  const key = join(folder, 'key')
  writeFileSync(key, '')
  for (const option of ['--admin-password', '--master-key', '--operator-key', '--backup-passphrase', '--rpc-url']) {
    await expect(sotto('account', 'list', option, 'a'.repeat(64))).rejects.toThrow('other users of this machine')
  }
})

describe("the operator's own account", () => {
  const email = 'operator@sotto.invalid'
  const commands = [
    ['account', 'enable'],
    ['account', 'disable'],
    ['account', 'reset-password'],
    ['account', 'reset-2fa'],
    ['api-key', 'create', '--label', 'x'],
    ['api-key', 'list'],
    ['webhook', 'list'],
    ['policy', 'show'],
    ['wallet', 'find'],
  ]

  test('gets no password and no key, and is in no list', async () => {
    await sotto('migrate')
    await inStore(async ({ db, keys }) => {
      const account = { id: OPERATOR_ACCOUNT, email, passwordHash: NO_PASSWORD, mustChangePassword: false, now: 1 }
      await insertAccount(db, keys, account)
      await setDisabled(db, keys, OPERATOR_ACCOUNT, 1)
    })
    const row = () => inStore(({ db }) => db.selectFrom('accounts').selectAll().executeTakeFirstOrThrow())
    const before = await row()
    for (const command of commands) {
      await expect(sotto(...command, '--email', 'Operator@sotto.invalid'), command.join(' ')).rejects.toThrow(
        "is the operator's own account",
      )
    }
    expect(await row()).toEqual(before)
    expect((await sotto('account', 'list')).out).toContain('There is no account yet')
    expect((await sotto('account', 'list', '--json')).out).toBe('')
  })
})
