import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { Decrypter } from 'age-encryption'
import { sql } from 'kysely'
import { unpackTar } from 'modern-tar'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findAccountByEmail } from '../accounts/store.ts'
import { identify } from '../auth/identify.ts'
import { readConfig } from '../config/config.ts'
import { lockFolder } from '../db/folder-lock.ts'
import { sealedColumns } from '../db/sealed/sealed-values.ts'
import { openSqlite } from '../db/sqlite.ts'
import { createTester, createTestWorld } from '../testing/test-world.ts'
import { systemClock } from '../world/clock.ts'
import type { World } from '../world/world.ts'
import { handOver, rotateMasterKey } from './keys/master-key.ts'
import { openStore } from './open-store.ts'
import { createProgram } from './program.ts'

// The key of a backup takes a second of a core, several times that beside others.
vi.setConfig({ testTimeout: 120_000 })

let folder: string
const EMAIL = 'ada@example.org'
const env = (more: Record<string, string> = {}) => ({
  SOTTO_DATA_DIR: folder,
  SOTTO_PORT: '1',
  SOTTO_BACKUP_PASSPHRASE: 'a long passphrase',
  ...more,
})
const dir = () => join(folder, 'offline')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sotto-admin-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = 0
  rmSync(folder, { recursive: true })
})

/** Runs a command as a server admin would type it. */
async function sotto(line: string, more: Record<string, string> = {}): Promise<{ out: string; code: number }> {
  process.exitCode = 0
  let out = ''
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += text
    return true
  })
  try {
    await createProgram(env(more)).parseAsync(['node', 'sotto', ...line.split(' ')])
  } finally {
    write.mockRestore()
  }
  return { out, code: Number(process.exitCode ?? 0) }
}

async function withKey(): Promise<string> {
  await sotto('migrate')
  await sotto(`account create --email ${EMAIL}`)
  return (await sotto(`api-key create --email ${EMAIL} --label x`)).out.trim()
}

/** Whose key this is, in the data folder as it stands now. */
async function ownerOf(key: string, more: Record<string, string> = {}): Promise<string> {
  const store = await openStore(readConfig(env(more)))
  try {
    return (await identify(store as unknown as World, `Bearer ${key}`, undefined)).account.email
  } finally {
    await store.db.destroy()
  }
}

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
  await rotateMasterKey(store.db, store.dir, async () => {})
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
  await expect(ownerOf(key)).rejects.toThrow(/does not fit/)
})

test('killed wherever it happens to be, one of the keys on disk fits', { timeout: 180_000 }, async () => {
  const key = await withKey()
  const script = `
    import { openStore } from './gateway/cli/open-store.ts'
    import { rotateMasterKey } from './gateway/cli/keys/master-key.ts'
    import { readConfig } from './gateway/config/config.ts'
    const store = await openStore(readConfig(process.env))
    console.log('rotating')
    for (;;) await rotateMasterKey(store.db, store.dir, async () => {})`
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
  for (let again = 0; again < 2; again++) await sotto(`master-key rotate --new-key-file ${file}`, mine)
  expect(await ownerOf(key, { SOTTO_MASTER_KEY: next })).toBe(EMAIL)
  await expect(ownerOf(key, mine)).rejects.toThrow(/does not fit/)
})

test('a backup restores accounts and keys elsewhere, its own key included', async () => {
  const key = await withKey()
  const file = join(folder, 'all.sotto')
  expect((await sotto(`backup ${file}`)).out).toContain('was read back')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file).includes(readFileSync(join(dir(), 'master.key'), 'utf8').trim())).toBe(false)
  const elsewhere = { SOTTO_DATA_DIR: join(folder, 'elsewhere') }
  expect((await sotto(`restore ${file}`, elsewhere)).out).toMatch(/1 accounts, \d+ sealed values and 4 audit entries/)
  expect(await ownerOf(key, elsewhere)).toBe(EMAIL)
  expect((await sotto('audit --verify', elsewhere)).code).toBe(0)
  expect(statSync(join(folder, 'elsewhere', 'offline')).mode & 0o777).toBe(0o700)
  expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([])
})

test('a backup is an age file of a tar archive: any tool for those opens it', async () => {
  await withKey()
  const file = join(folder, 'all.age')
  await sotto(`backup ${file}`)
  const bytes = readFileSync(file)
  // C2SP age.md: version line, one scrypt stanza with its work factor, header MAC, then the payload.
  expect(bytes.toString('latin1')).toMatch(
    /^age-encryption\.org\/v1\n-> scrypt [\w+/]{22} 10\n[\w+/]{43}\n--- [\w+/]{43}\n/,
  )
  const decrypter = new Decrypter()
  decrypter.addPassphrase('a long passphrase')
  const entries = await unpackTar(gunzipSync(await decrypter.decrypt(bytes)))
  expect(entries.map(({ header }) => header.name).sort()).toEqual([
    'about.json',
    'audit-head',
    'master.key',
    'sotto.db',
  ])
  const key = entries.find(({ header }) => header.name === 'master.key')?.data
  expect(Buffer.from(key ?? []).equals(readFileSync(join(dir(), 'master.key')))).toBe(true)
})

test('a backup of version 0.1 restores its accounts and keys, and what was disabled stays so', async () => {
  const file = fileURLToPath(new URL('backup/fixtures/version-1.backup', import.meta.url))
  await expect(sotto(`restore ${file}`, { SOTTO_BACKUP_PASSPHRASE: 'another passphrase' })).rejects.toThrow(
    /passphrase is wrong/,
  )
  expect((await sotto(`restore ${file}`)).out).toContain('2 accounts')
  const key = readFileSync(file.replace(/backup$/, 'key'), 'utf8').trim()
  expect(await ownerOf(`sotto_sk_${key}`)).toBe(EMAIL)
  expect((await sotto('account list')).out).toMatch(/^bob@example\.org {2}disabled/m)
  expect((await sotto('doctor')).out).not.toMatch(/^(warn|bad)/m)
})

test('a restore refuses data, a running gateway, a wrong passphrase and a damaged file, and then nothing has changed', async () => {
  const key = await withKey()
  const file = join(folder, 'all.sotto')
  await sotto(`backup ${file}`)
  await expect(sotto(`backup ${file}`)).rejects.toThrow(/there already/)
  await expect(sotto(`restore ${file}`)).rejects.toThrow(/--force/)
  await expect(sotto(`restore ${file} --force`, { SOTTO_BACKUP_PASSPHRASE: 'another passphrase' })).rejects.toThrow(
    /passphrase is wrong/,
  )
  const bytes = readFileSync(file)
  for (const [name, damaged] of Object.entries({
    flipped: Buffer.concat([bytes.subarray(0, -40), Buffer.from([~(bytes.at(-40) ?? 0) & 255]), bytes.subarray(-39)]),
    short: bytes.subarray(0, -20),
    other: Buffer.from('hello\n'),
  })) {
    writeFileSync(join(folder, name), damaged)
    await expect(sotto(`restore ${join(folder, name)} --force`)).rejects.toThrow(/damaged|not a Sotto backup/)
  }
  const lock = await lockFolder(dir(), systemClock)
  await expect(sotto(`restore ${file} --force`)).rejects.toThrow(/in use/)
  lock.release()
  expect(await ownerOf(key)).toBe(EMAIL)
  expect(readdirSync(folder).filter((name) => name.includes('restor'))).toEqual([])

  await sotto('account create --email late@example.org')
  expect((await sotto(`restore ${file} --force`)).out).toContain('before-restore')
  expect(await ownerOf(key)).toBe(EMAIL)
  const store = await openStore(readConfig(env()))
  expect(await findAccountByEmail(store.db, store.keys, 'late@example.org')).toBeUndefined()
  await store.db.destroy()
})

test('while others write, a backup is of one moment', async () => {
  await withKey()
  const store = await openStore(readConfig(env()))
  let writing = true
  const writer = (async () => {
    for (let row = 0; writing; row++) {
      await sql`insert into login_attempts (id, who, at) values (${`a${row}`}, 'x', 1), (${`b${row}`}, 'x', 1)`.execute(
        store.db,
      )
      await new Promise((resolve) => setImmediate(resolve))
    }
  })()
  const file = join(folder, 'all.sotto')
  await sotto(`backup ${file}`)
  writing = false
  await writer
  await store.db.destroy()
  const elsewhere = { SOTTO_DATA_DIR: join(folder, 'elsewhere') }
  await sotto(`restore ${file}`, elsewhere)
  const copy = await openStore(readConfig(env(elsewhere)))
  const { rows } = await sql<{ n: number }>`select count(*) as n from login_attempts`.execute(copy.db)
  await copy.db.destroy()
  expect(Number(rows[0]?.n) % 2).toBe(0)
})

test('the doctor finds nothing wrong where nothing is', async () => {
  await withKey()
  const { out, code } = await sotto('doctor')
  expect(out).not.toMatch(/^(warn|bad)/m)
  expect(out).toMatch(/^ok {3}database: 1 accounts; 1 sealed values open; the audit log's 3 entries are whole$/m)
  expect(code).toBe(0)
})

const illnesses: [string, Record<string, string>, () => void, RegExp][] = [
  [
    'an open key',
    {},
    () => chmodSync(join(dir(), 'master.key'), 0o644),
    /bad {2}master key: others can read .*\n.*chmod 600/,
  ],
  ['an open folder', {}, () => chmodSync(dir(), 0o755), /bad {2}data folder: others can look .*\n.*chmod 700/],
  ['a lost key', {}, () => rmSync(join(dir(), 'master.key')), /bad {2}master key: .* is missing/],
  ['another key', { SOTTO_MASTER_KEY: '3'.repeat(64) }, () => {}, /bad {2}database: The master key does not fit/],
  ['no proxy', { SOTTO_PUBLIC_URL: 'https://pay.example' }, () => {}, /warn proxy: .*alike.*\n.*SOTTO_TRUSTED_PROXIES/],
  ['no TLS', { SOTTO_PUBLIC_URL: 'http://pay.example' }, () => {}, /warn public address: .*TLS/],
  ['an odd listener', { SOTTO_HOST: '0.0.0.0' }, () => {}, /warn listener: .*\n.*SOTTO_PUBLIC_URL/],
  ['a poor password', { SOTTO_ADMIN_PASSWORD: 'password1234' }, () => {}, /warn first account: .*common/],
  ['nothing yet', { SOTTO_NETWORK: 'sepolia' }, () => {}, /bad {2}chain: SOTTO_RPC_URL/],
]
test.each(illnesses)('the doctor sees %s, and says how to mend it', async (_, settings, infect, sees) => {
  await withKey()
  infect()
  expect((await sotto('doctor', settings)).out).toMatch(sees)
})

test('every sealed value of a full run stands in a column that a restore opens', async () => {
  const world = await createTestWorld({ SOTTO_RECEIPT_WAIT_MS: '2000' })
  const { api } = await createTester(world)
  const { wallet } = await api.createWallet({ type: 'custodial' })
  await api.fund({ walletId: wallet.id, amount: '10' })
  const mint = await api.mint({ walletId: wallet.id, amount: '5' })
  await api.redeem({ walletId: wallet.id, amount: '1' })
  await api.getWalletNota({ id: wallet.id })
  await api.getTransactionNota({ id: mint.transaction.id })
  const known = new Set(sealedColumns.map(([table, column]) => `${table}.${column}`))
  const found = new Set<string>()
  const tables = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(world.db)
  for (const { name } of tables.rows) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
      world.db.withoutPlugins(),
    )
    for (const row of rows) {
      for (const [column, value] of Object.entries(row))
        if (/^v\d+\.[\w-]{30,}$/.test(String(value))) found.add(`${name}.${column}`)
    }
  }
  expect(found.size).toBeGreaterThan(5)
  expect([...found].filter((column) => !known.has(column as never))).toEqual([])
})
