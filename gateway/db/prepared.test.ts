import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findAccount, insertAccount, NO_PASSWORD } from '../accounts/store.ts'
import { atomically } from './database.ts'
import { migrate } from './migrate.ts'
import { prepared } from './prepared.ts'
import { openKeyring } from './sealed/open-keyring.ts'
import { AlteredRow } from './sealed/row-macs.ts'
import { openSqlite } from './sqlite.ts'

async function database() {
  const db = openSqlite(':memory:')
  await migrate(db)
  return db
}

const add = prepared((db, at: { name: string; value: string }) =>
  db.insertInto('secrets').values({ name: at.name, value: at.value }),
)

test('a statement is built once for each database, and gives each call the rows of its own values', async () => {
  let built = 0
  const find = prepared((db, at: { after: string; limit: number }) => {
    built += 1
    return db.selectFrom('secrets').select('value').where('name', '>', at.after).orderBy('name').limit(at.limit)
  })
  const [one, other] = [await database(), await database()]
  for (const digit of ['1', '2', '3']) await add(one, { name: `z${digit}`, value: digit })
  await add(other, { name: 'z9', value: 'other' })

  const values = async (db: typeof one, after: string, limit: number) =>
    (await find(db, { after, limit })).rows.map(({ value }) => value)
  expect(await values(one, 'z0', 2)).toEqual(['1', '2'])
  expect(await values(one, 'z2', 2)).toEqual(['3'])
  expect(await values(other, 'z0', 2)).toEqual(['other'])
  expect(built).toBe(2)
})

test('within a transaction it sees what the transaction wrote, and leaves nothing where that is taken back', async () => {
  const db = await database()
  const all = prepared((on, at: { name: string }) =>
    on.selectFrom('secrets').select('value').where('name', '=', at.name),
  )
  expect((await all(db, { name: 'z' })).rows).toEqual([])
  const failed = atomically(db, async (trx) => {
    await add(trx, { name: 'z', value: 'there' })
    expect((await all(trx, { name: 'z' })).rows).toEqual([{ value: 'there' }])
    throw new Error('taken back')
  })
  await expect(failed).rejects.toThrow('taken back')
  expect((await all(db, { name: 'z' })).rows).toEqual([])
})

describe('in a file, where reads have a connection of their own', () => {
  const find = prepared((db, at: { id: string }) => db.selectFrom('accounts').selectAll().where('id', '=', at.id))
  const secretOf = prepared((db, at: { name: string }) =>
    db.selectFrom('secrets').select('value').where('name', '=', at.name),
  )

  async function inFile() {
    const folder = mkdtempSync(join(tmpdir(), 'sotto-prepared-'))
    const file = join(folder, 'test.db')
    const db = openSqlite(file)
    onTestFinished(async () => {
      await db.destroy()
      rmSync(folder, { recursive: true })
    })
    await migrate(db)
    return { db, file }
  }

  test('a read does not wait for the transaction beside it, and sees of it what is committed', async () => {
    const { db } = await inFile()
    const name = { name: 'z' }
    expect((await secretOf(db, name)).rows).toEqual([])
    await atomically(db, async (trx) => {
      await add(trx, { name: 'z', value: 'there' })
      expect((await secretOf(db, name)).rows).toEqual([])
      expect((await secretOf(trx, name)).rows).toEqual([{ value: 'there' }])
    })
    expect((await secretOf(db, name)).rows).toEqual([{ value: 'there' }])
  })

  test('its rows are those of any other query', async () => {
    const { db } = await inFile()
    const keys = await openKeyring(db, randomBytes(32))
    const account = { id: 'a', email: 'a@example.org', passwordHash: NO_PASSWORD, mustChangePassword: true, now: 7 }
    await insertAccount(db, keys, account)
    const all = await db.selectFrom('accounts').selectAll().where('id', '=', 'a').execute()
    expect(all).toMatchObject([{ mustChangePassword: 1, createdAt: 7 }])
    expect((await find(db, { id: 'a' })).rows).toEqual(all)
  })

  test('until anybody commits a read gives the same rows, which nobody can change', async () => {
    const { db } = await inFile()
    await add(db, { name: 'z', value: 'there' })
    const { rows } = await secretOf(db, { name: 'z' })
    expect((await secretOf(db, { name: 'z' })).rows).toBe(rows)
    expect((await secretOf(db, { name: 'y' })).rows).toEqual([])
    expect(() => Object.assign(rows[0] ?? {}, { value: 'altered' })).toThrow(TypeError)
    expect(() => (rows as object[]).push({})).toThrow(TypeError)

    await add(db, { name: 'y', value: 'other' })
    const after = await secretOf(db, { name: 'z' })
    expect(after.rows).toEqual(rows)
    expect(after.rows).not.toBe(rows)
    expect((await secretOf(db, { name: 'y' })).rows).toEqual([{ value: 'other' }])
  })

  test('what another process commits is seen by the next read, what it takes back by none', async () => {
    const { db, file } = await inFile()
    const other = new Sqlite(file)
    onTestFinished(() => void other.close())
    const write = other.prepare('update secrets set value = ? where name = ?')
    await add(db, { name: 'z', value: '0' })
    for (let change = 1; change <= 50; change++) {
      write.run(String(change), 'z')
      expect((await secretOf(db, { name: 'z' })).rows).toEqual([{ value: String(change) }])
    }
    other.exec('begin')
    write.run('not yet', 'z')
    expect((await secretOf(db, { name: 'z' })).rows).toEqual([{ value: '50' }])
    other.exec('rollback')
    expect((await secretOf(db, { name: 'z' })).rows).toEqual([{ value: '50' }])
    // The log of writes begins anew.
    other.pragma('wal_checkpoint(truncate)')
    write.run('51', 'z')
    expect((await secretOf(db, { name: 'z' })).rows).toEqual([{ value: '51' }])
  })

  test('a row that somebody altered after it was found right is found out', async () => {
    const { db, file } = await inFile()
    const keys = await openKeyring(db, randomBytes(32))
    for (const id of ['a', 'b']) {
      const email = `${id}@example.org`
      await insertAccount(db, keys, { id, email, passwordHash: NO_PASSWORD, mustChangePassword: true, now: 7 })
    }
    for (let time = 0; time < 3; time++) expect(await findAccount(db, keys, 'a')).toMatchObject({ id: 'a' })
    const other = new Sqlite(file)
    other.exec("update accounts set totp_last_step = 9 where id = 'a'")
    other.close()
    await expect(findAccount(db, keys, 'a')).rejects.toThrow(AlteredRow)
    expect(await findAccount(db, keys, 'b')).toMatchObject({ id: 'b' })
  })

  test('values that only look alike have answers of their own', async () => {
    const { db } = await inFile()
    const madeBefore = prepared((on, at: { now: number }) =>
      on.selectFrom('accounts').select('id').where('createdAt', '<', at.now),
    )
    const keys = await openKeyring(db, randomBytes(32))
    const account = { id: 'a', email: 'a@example.org', passwordHash: NO_PASSWORD, mustChangePassword: true, now: 7 }
    await insertAccount(db, keys, account)
    expect((await madeBefore(db, { now: Number.POSITIVE_INFINITY })).rows).toHaveLength(1)
    expect((await madeBefore(db, { now: Number.NEGATIVE_INFINITY })).rows).toHaveLength(0)
    const long = 'z'.repeat(1_000)
    const { rows } = await secretOf(db, { name: long })
    expect((await secretOf(db, { name: long })).rows).not.toBe(rows)
  })

  test('keeps no more rows than fit', async () => {
    const { db } = await inFile()
    for (let row = 0; row < 30; row++) await add(db, { name: `z${row}`, value: String(row) })
    const { rows } = await secretOf(db, { name: 'z0' })
    for (let more = 0; more < 6_000; more++) await secretOf(db, { name: `none ${more}` })
    const again = await secretOf(db, { name: 'z0' })
    expect(again.rows).toEqual(rows)
    expect(again.rows).not.toBe(rows)
  })

  test('once the database is closed, nothing is read any more', async () => {
    const { db } = await inFile()
    await secretOf(db, { name: 'z' })
    await db.destroy()
    await expect(secretOf(db, { name: 'z' })).rejects.toThrow()
    // Nor what was not read before.
    await expect(find(db, { id: 'a' })).rejects.toThrow()
  })
})
