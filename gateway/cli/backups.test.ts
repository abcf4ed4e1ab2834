import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { Decrypter } from 'age-encryption'
import { sql } from 'kysely'
import { unpackTar } from 'modern-tar'
import { expect, test } from 'vitest'
import { findAccountByEmail } from '../accounts/store.ts'
import { readConfig } from '../config/config.ts'
import { lockFolder } from '../db/folder-lock.ts'
import { sealedColumns } from '../db/sealed/sealed-values.ts'
import { createTester, createTestWorld } from '../testing/test-world.ts'
import { systemClock } from '../world/clock.ts'
import { openStore } from './open-store.ts'
import { administer, dir, EMAIL, env, folder, ownerOf, sotto, withKey } from './server-admin-fixture.ts'

administer()

test('a backup restores accounts and keys elsewhere, its own key included', async () => {
  const key = await withKey()
  const file = join(folder, 'all.sotto')
  expect((await sotto(`backup ${file}`)).out).toContain('was read back')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file).includes(readFileSync(join(dir(), 'master.key'), 'utf8').trim())).toBe(false)
  const elsewhere = { SOTTO_DATA_DIR: join(folder, 'elsewhere') }
  expect((await sotto(`restore ${file}`, elsewhere)).out).toMatch(/: 1 account, 1 sealed value and 4 audit entries/)
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
  // But that it is old.
  expect((await sotto('doctor')).out).not.toMatch(/^(warn|bad)(?! backup: the newest was begun)/m)
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

test.each([
  ['garbage at its beginning', (bytes: Buffer) => Buffer.concat([Buffer.alloc(8_192, 0xa5), bytes.subarray(8_192)])],
  ['its second half missing', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
])('a restore takes the place of a database with %s, which the doctor sees', async (_, damage) => {
  const key = await withKey()
  const file = join(folder, 'all.sotto')
  await sotto(`backup ${file}`)
  const database = join(dir(), 'sotto.db')
  for (const log of ['-wal', '-shm']) rmSync(`${database}${log}`, { force: true })
  writeFileSync(database, damage(readFileSync(database)))
  const { out, code } = await sotto('doctor')
  expect(out).toMatch(/^bad +database: .*sotto\.db is damaged: .*\n +mend: restore a backup/m)
  expect(code).toBe(1)
  expect((await sotto(`restore ${file} --force`)).out).toContain('before-restore')
  expect(await ownerOf(key)).toBe(EMAIL)
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

test('every sealed value of a full run stands in a column that a restore opens', async () => {
  const world = await createTestWorld({ SOTTO_RECEIPT_WAIT_MS: '2000' })
  const { api } = await createTester(world)
  const { wallet } = await api.createWallet({ type: 'custodial' })
  await api.fund({ walletId: wallet.id, amount: '10' })
  const mint = await api.mint({ walletId: wallet.id, amount: '5' })
  await api.redeem({ walletId: wallet.id, amount: '1' })
  await api.createRequest({ walletId: wallet.id, amount: '1' })
  await api.createWebhook({ url: 'https://shop.example.org/', events: ['request.paid'] })
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
