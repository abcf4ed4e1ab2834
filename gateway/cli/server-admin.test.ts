import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { adoptWaitingKey } from '../crypto/master-key.ts'
import { openSqlite } from '../db/sqlite.ts'
import { explain } from './explain.ts'
import { handOver } from './keys/master-key.ts'
import { openStore } from './open-store.ts'
import { administer, dir, EMAIL, env, folder, ownerOf, sotto, withKey } from './server-admin-fixture.ts'

administer()

const illnesses: [string, Record<string, string>, () => void, RegExp][] = [
  [
    'an open key',
    {},
    () => chmodSync(join(dir(), 'master.key'), 0o644),
    /bad {2}master key: others can read .*\n.*chmod 600/,
  ],
  ['an open folder', {}, () => chmodSync(dir(), 0o755), /bad {2}data folder: others can look .*\n.*chmod 700/],
  [
    'a lost key',
    {},
    () => rmSync(join(dir(), 'master.key')),
    /bad {2}database: The master key is missing: .*\n.*mend: /,
  ],
  ['another key', { SOTTO_MASTER_KEY: '3'.repeat(64) }, () => {}, /bad {2}database: The master key does not fit/],
  ['no proxy', { SOTTO_PUBLIC_URL: 'https://pay.example' }, () => {}, /warn proxy: .*alike.*\n.*SOTTO_TRUSTED_PROXIES/],
  ['no TLS', { SOTTO_PUBLIC_URL: 'http://pay.example' }, () => {}, /warn public address: .*TLS/],
  ['an odd listener', { SOTTO_HOST: '0.0.0.0' }, () => {}, /warn listener: .*\n.*SOTTO_PUBLIC_URL/],
  ['a poor password', { SOTTO_ADMIN_PASSWORD: 'password1234' }, () => {}, /warn first account: .*common/],
  ['nothing yet', { SOTTO_NETWORK: 'sepolia' }, () => {}, /bad {2}chain: SOTTO_RPC_URL/],
]

test('an account is made, given a key, disabled, enabled and reset; the log knows', async () => {
  const key = await withKey()
  expect(key).toMatch(/^sotto_sk_[\w-]{43}$/)
  expect(await ownerOf(key)).toBe(EMAIL)
  await sotto(`account disable --email ${EMAIL}`)
  await expect(ownerOf(key)).rejects.toThrow(/disabled/)
  await sotto(`account enable --email ${EMAIL}`)
  expect((await sotto(`account reset-password --email ${EMAIL}`)).out).toMatch(/: [a-z2-9]{5}(-[a-z2-9]{5}){3}\n$/)
  await sotto(`account reset-2fa --email ${EMAIL}`)
  expect((await sotto('account list')).out).toMatch(/^ada@example\.org {2}enabled {2}no TOTP {2}since /)
  const { out } = await sotto('audit --json')
  const entries = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(entries[0]).toMatchObject({ type: 'row_macs.made', account: null })
  expect(entries.slice(1).map(({ type, account, credential }) => [type, account, credential.type])).toEqual(
    [
      'account.created',
      'api_key.created',
      'account.disabled',
      'account.enabled',
      'password.reset',
      'second_factors.reset',
    ].map((type) => [type, EMAIL, 'command_line']),
  )
  const checked = await sotto('audit --verify')
  expect(checked.out).toMatch(/^The audit log is whole: 7 entries\. Its head is 7:[\w-]{43}\n$/)
  expect(checked.code).toBe(0)
})

test('lists without anything in them say so to a person, and nothing to a script', async () => {
  await sotto('migrate')
  for (const [list, said] of [
    ['account list', 'There is no account yet. "sotto account create" makes one.\n'],
    ['trust list', 'No issuer is trusted here yet.\n'],
  ] as const) {
    expect(await sotto(list)).toEqual({ out: said, code: 0 })
    expect(await sotto(`${list} --json`)).toEqual({ out: '', code: 0 })
  }
})

test('an altered audit log is found out', async () => {
  await withKey()
  const db = openSqlite(join(dir(), 'sotto.db'))
  await sql`drop trigger events_never_update`.execute(db)
  await sql`update events set account_id = 'somebody else' where position = 1`.execute(db)
  await db.destroy()
  expect(await sotto('audit --verify')).toEqual({
    out: 'The audit log is broken at entry 1: an entry was altered.\n',
    code: 1,
  })
})

test('a head that was kept elsewhere is compared, with --verify or without', async () => {
  await withKey()
  const broken = { out: expect.stringContaining('The audit log is broken at entry'), code: 1 }
  for (const also of ['', ' --verify']) expect(await sotto(`audit --head 99:${'A'.repeat(43)}${also}`)).toEqual(broken)
})

test('a new master key opens what the old one sealed, and the old one opens nothing more', async () => {
  const key = await withKey()
  const file = join(dir(), 'master.key')
  const old = readFileSync(file, 'utf8')
  await sotto('master-key rotate')
  expect(readFileSync(file, 'utf8')).not.toBe(old)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await ownerOf(key)).toBe(EMAIL)
  await expect(ownerOf(key, { SOTTO_MASTER_KEY: old.trim() })).rejects.toThrow(/does not fit/)
})

test('a rotation cut short before its commit changes nothing; after it, the next start completes it', async () => {
  const key = await withKey()
  const store = await openStore(readConfig(env()))
  const cut = () => Promise.reject(new Error('killed'))
  await expect(handOver(store.db, store.dir, cut)).rejects.toThrow('killed')
  expect(await ownerOf(key)).toBe(EMAIL)
  expect(readdirSync(dir()).filter((name) => name.startsWith('master.key.'))).toHaveLength(1)

  const waiting = await handOver(store.db, store.dir, async () => {})
  expect(existsSync(waiting.file)).toBe(true)
  expect(await ownerOf(key)).toBe(EMAIL)
  expect(readdirSync(dir()).filter((name) => name.startsWith('master.key.'))).toEqual([])
  adoptWaitingKey(store.dir, await handOver(store.db, store.dir, async () => {}))
  expect(await ownerOf(key)).toBe(EMAIL)
  await store.db.destroy()
})

test.each(['', '0f0f\n', `${'ab'.repeat(32)}\n`])('a key file that was cut short at %j stops nobody', async (rest) => {
  const key = await withKey()
  writeFileSync(join(dir(), 'master.key.9dbd2c7f840feafc'), rest)
  expect(await ownerOf(key)).toBe(EMAIL)
  const old = readFileSync(join(dir(), 'master.key'), 'utf8').trim()
  await sotto('master-key rotate')
  expect(readdirSync(dir()).filter((name) => name.startsWith('master.key.'))).toEqual([])
  expect(await ownerOf(key)).toBe(EMAIL)
  writeFileSync(join(dir(), 'master.key.9dbd2c7f840feafc'), rest)
  await expect(ownerOf(key, { SOTTO_MASTER_KEY: old })).rejects.toThrow(/does not fit/)
  rmSync(join(dir(), 'master.key'))
  await expect(ownerOf(key)).rejects.toThrow(/is missing/)
})

test('killed wherever it happens to be, one of the keys on disk fits', async () => {
  const key = await withKey()
  const script = `
    import { openStore } from './gateway/cli/open-store.ts'
    import { adoptWaitingKey } from './gateway/crypto/master-key.ts'
    import { handOver } from './gateway/cli/keys/master-key.ts'
    import { readConfig } from './gateway/config/config.ts'
    const store = await openStore(readConfig(process.env))
    console.log('rotating')
    for (;;) adoptWaitingKey(store.dir, await handOver(store.db, store.dir, async () => {}))`
  for (const ms of [0, 3, 8, 20]) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, ...env() },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
    expect(child.exitCode).toBeNull()
    const ended = once(child, 'exit')
    await new Promise((resolve) => setTimeout(resolve, ms))
    child.kill('SIGKILL')
    expect(await ended).toEqual([null, 'SIGKILL'])
    expect(await ownerOf(key)).toBe(EMAIL)
  }
})

test('where the server admin holds the key, a file brings the new one', async () => {
  const [old, next] = ['1'.repeat(64), '2'.repeat(64)]
  const mine = { SOTTO_MASTER_KEY: old }
  await sotto('migrate', mine)
  await sotto(`account create --email ${EMAIL}`, mine)
  const key = (await sotto(`api-key create --email ${EMAIL} --label x`, mine)).out.trim()
  expect(existsSync(join(dir(), 'master.key'))).toBe(false)
  await expect(sotto('master-key rotate', mine)).rejects.toThrow(/--new-key-file/)
  const file = join(folder, 'next')
  writeFileSync(file, `${next}\n`)
  const rotate = `master-key rotate --new-key-file ${file}`
  expect((await sotto(rotate, mine)).out).toMatch(/^Master key, data key and wallet seed are new ones, and 1 value is/)
  // As after a kill, or after --seal-only: which of them it was is not known any more.
  const again = (await sotto(rotate, mine)).out
  expect(again).toMatch(
    /^The database was under the new key already, and no value is sealed anew\. No key was rotated now\. .*if --seal-only/i,
  )
  expect(again).not.toContain('are new ones')
  expect((await sotto(`${rotate} --seal-only`, mine)).out).toContain('already, and nothing was changed. No key')
  expect((await sotto(rotate, { SOTTO_MASTER_KEY: next })).out).toBe(again)
  expect(await ownerOf(key, { SOTTO_MASTER_KEY: next })).toBe(EMAIL)
  await expect(ownerOf(key, mine)).rejects.toThrow(/does not fit/)
})

test('the doctor finds nothing wrong where nothing is', async () => {
  await withKey()
  const { out, code } = await sotto('doctor')
  expect(out).not.toMatch(/^(warn|bad)/m)
  expect(out).toMatch(/^ok {3}database: 1 account; 1 sealed value, all opened; the audit log, 3 entries, is whole$/m)
  expect(code).toBe(0)
})

test.each(illnesses)('the doctor sees %s, and says how to mend it', async (_, settings, infect, sees) => {
  await withKey()
  infect()
  expect((await sotto('doctor', settings)).out).toMatch(sees)
})

test.each<[string, Record<string, string>?]>([
  ['nota verify FOLDER'],
  ['restore FOLDER --force'],
  ['restore x --passphrase-file FOLDER'],
  ['master-key rotate --new-key-file FOLDER', { SOTTO_MASTER_KEY: '1'.repeat(64) }],
  ['operator status', { SOTTO_TESTNET: 'FOLDER' }],
  ['balance --gateway-file FOLDER'],
  ['transfer 1 --card FOLDER', { SOTTO_API_KEY: 'x' }],
])('"sotto %s", where a file is needed and a folder is named, names it', async (line, more = {}) => {
  await sotto('migrate')
  const named = join(folder, 'a-folder')
  mkdirSync(named, { mode: 0o700 })
  const settings = Object.fromEntries(Object.entries(more).map(([name, text]) => [name, text.replace('FOLDER', named)]))
  const error = await sotto(line.replace('FOLDER', named), settings).catch((thrown: unknown) => thrown)
  expect(explain(error, false)).toBe(`${named}: It is a folder, and a file is needed.`)
})

test('no code stands where a path would', () => {
  const error = Object.assign(new Error('x'), { code: 'EISDIR' })
  expect(explain(error, false)).toBe('It is a folder, and a file is needed.')
})
